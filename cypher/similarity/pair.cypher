// One pair of similar memories.
//
// access  read
// param   tenant  STRING
// param   id      STRING
// column  pair    MAP
CYPHER 25
MATCH (pair:SimilarPair {id: $id})
  USING INDEX SEEK pair:SimilarPair(id)
WHERE pair.tenant = $tenant
RETURN properties(pair) AS pair
