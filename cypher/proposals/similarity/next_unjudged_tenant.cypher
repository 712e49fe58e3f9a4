// The first tenant with a pair that no model was asked about, in order of name, after one.
//
// access  read
// tenant  all     it finds them
// param   after   STRING  the last tenant seen; empty to begin
// column  tenant  STRING
CYPHER 25
MATCH (pair:SimilarPair)
  USING INDEX SEEK pair:SimilarPair(unjudged, tenant, found_at)
WHERE pair.unjudged = true AND pair.tenant > $after AND pair.found_at IS NOT NULL
RETURN pair.tenant AS tenant
ORDER BY pair.unjudged, pair.tenant
LIMIT 1
