// A tenant's pairs that no model was asked about, the oldest first.
//
// access  read
// param   tenant  STRING
// param   limit   INTEGER
// column  pair    MAP
CYPHER 25
MATCH (pair:SimilarPair)
  USING INDEX SEEK pair:SimilarPair(unjudged, tenant, found_at)
WHERE pair.unjudged = true AND pair.tenant = $tenant AND pair.found_at IS NOT NULL
WITH pair
ORDER BY pair.unjudged, pair.tenant, pair.found_at
LIMIT $limit
RETURN properties(pair) AS pair
