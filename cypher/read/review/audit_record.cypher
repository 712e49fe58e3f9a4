// One audit record.
//
// access  read
// param   tenant  STRING
// param   scopes  LIST<STRING>  that are seen; null for all
// param   id      STRING
// column  record  MAP
CYPHER 25
MATCH (record:Audit {id: $id})
  USING INDEX SEEK record:Audit(id)
WHERE record.tenant = $tenant
  AND ($scopes IS NULL OR coalesce(record.scope, '') IN $scopes)
RETURN properties(record) AS record
