// One rejection.
//
// access  read
// param   tenant     STRING
// param   id         STRING
// column  rejection  MAP
CYPHER 25
MATCH (rejection:Rejection {id: $id})
  USING INDEX SEEK rejection:Rejection(id)
WHERE rejection.tenant = $tenant
RETURN properties(rejection) AS rejection
