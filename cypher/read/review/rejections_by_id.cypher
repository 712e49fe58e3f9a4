// Rejections by their ids.
//
// access  read
// param   tenant     STRING
// param   scopes     LIST<STRING>  that are seen; null for all
// param   ids        LIST<STRING>
// column  rejection  MAP
CYPHER 25
MATCH (rejection:Rejection)
  USING INDEX SEEK rejection:Rejection(id)
WHERE rejection.id IN $ids
  AND rejection.tenant = $tenant
  AND ($scopes IS NULL OR coalesce(rejection.scope, '') IN $scopes)
RETURN properties(rejection) AS rejection
ORDER BY rejection.id
