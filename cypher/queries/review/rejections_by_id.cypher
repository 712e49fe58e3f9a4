// Rejections by their ids.
//
// access  read
// param   tenant     STRING
// param   ids        LIST<STRING>
// column  rejection  MAP
CYPHER 25
MATCH (rejection:Rejection)
  USING INDEX SEEK rejection:Rejection(id)
WHERE rejection.id IN $ids AND rejection.tenant = $tenant
RETURN properties(rejection) AS rejection
ORDER BY rejection.id
