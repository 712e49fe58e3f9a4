// Lift what stands rejected under some keys, because it is admitted.
//
// access  write
// param   tenant   STRING
// param   keys     LIST<STRING>
// param   met      STRING          id of one more, lifted from both its ends; null for none
// param   now      ZONED DATETIME
// param   forever  ZONED DATETIME  the end of time
// column  id       STRING
// column  scope    STRING
CYPHER 25
CALL () {
  MATCH (rejection:Rejection)
    USING INDEX SEEK rejection:Rejection(key)
  WHERE rejection.key IN $keys AND rejection.tenant = $tenant
  RETURN rejection
  UNION
  MATCH (rejection:Rejection {id: $met})
    USING INDEX SEEK rejection:Rejection(id)
  WHERE rejection.tenant = $tenant
  RETURN rejection
  UNION
  MATCH (met:Rejection {id: $met})
    USING INDEX SEEK met:Rejection(id)
  WHERE met.tenant = $tenant
  MATCH (rejection:Rejection {key: met.other})
    USING INDEX SEEK rejection:Rejection(key)
  WHERE rejection.tenant = $tenant AND rejection.other = met.key
  RETURN rejection
}
WITH rejection
WHERE rejection.lifted_at = $forever
SET rejection.lifted_at = $now
RETURN rejection.id AS id,
       coalesce(rejection.scope, '') AS scope
