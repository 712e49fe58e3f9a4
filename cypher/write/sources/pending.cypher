// Which of some memories still wait to become claims.
//
// access  read
// param   tenant   STRING
// param   ids      LIST<STRING>
// param   forever  ZONED DATETIME  the end of time
// column  id  STRING
CYPHER 25
MATCH (claim:Memory)
  USING INDEX SEEK claim:Memory(tenant, id)
WHERE claim.id IN $ids
  AND claim.tenant = $tenant
  AND claim.slot IS NULL
  AND claim.retired_at = $forever
RETURN claim.id AS id
