// Lift one rejection, if it stands.
//
// access  write
// param   tenant   STRING
// param   id       STRING
// param   now      ZONED DATETIME
// param   forever  ZONED DATETIME  the end of time
// column  rejection  MAP
CYPHER 25
MATCH (rejection:Rejection {id: $id})
  USING INDEX SEEK rejection:Rejection(id)
WHERE rejection.tenant = $tenant AND rejection.lifted_at = $forever
SET rejection.lifted_at = $now
RETURN properties(rejection) AS rejection
