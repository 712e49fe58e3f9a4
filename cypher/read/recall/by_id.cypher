// One recall.
//
// access  read
// param   tenant  STRING
// param   scopes  LIST<STRING>  that are seen; null for all
// param   id      STRING
// column  recall  MAP
CYPHER 25
MATCH (recall:Recall {id: $id})
  USING INDEX SEEK recall:Recall(id)
WHERE recall.tenant = $tenant
  AND ($scopes IS NULL OR coalesce(recall.scope, '') IN $scopes)
RETURN properties(recall) AS recall
