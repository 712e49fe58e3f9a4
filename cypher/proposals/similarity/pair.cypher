// One pair of similar memories.
//
// access  read
// param   tenant  STRING
// param   scopes  LIST<STRING>  that are seen; null for all
// param   id      STRING
// column  pair    MAP
CYPHER 25
MATCH (pair:SimilarPair {id: $id})
  USING INDEX SEEK pair:SimilarPair(id)
WHERE pair.tenant = $tenant
  AND ($scopes IS NULL OR coalesce(pair.scope, '') IN $scopes)
RETURN properties(pair) AS pair
