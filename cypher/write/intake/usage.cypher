// What a tenant's extractors consumed and how their answers were, by day and extractor, since a day.
//
// access  read
// scans   one entry for each day and extractor
// param   tenant  STRING
// param   since   ZONED DATETIME
// column  tally   MAP
CYPHER 25
MATCH (tally:Tally)
  USING INDEX SEEK tally:Tally(tenant, day, extractor)
WHERE tally.tenant = $tenant AND tally.day >= $since AND tally.extractor >= ''
RETURN properties(tally) AS tally
ORDER BY tally.day DESC, tally.extractor
