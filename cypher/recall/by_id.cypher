// One recall.
//
// access  read
// param   tenant  STRING
// param   id      STRING
// column  recall  MAP
CYPHER 25
MATCH (recall:Recall {id: $id})
  USING INDEX SEEK recall:Recall(id)
WHERE recall.tenant = $tenant
RETURN properties(recall) AS recall
