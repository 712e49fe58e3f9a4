// Lift what stands rejected under some keys, because it is admitted.
//
// access  write
// param   tenant   STRING
// param   keys     LIST<STRING>
// param   now      ZONED DATETIME
// param   forever  ZONED DATETIME  the end of time
// column  id       STRING
CYPHER 25
MATCH (rejection:Rejection)
  USING INDEX SEEK rejection:Rejection(key)
WHERE rejection.key IN $keys AND rejection.tenant = $tenant AND rejection.lifted_at = $forever
SET rejection.lifted_at = $now
RETURN rejection.id AS id
