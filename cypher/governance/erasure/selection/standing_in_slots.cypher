// Which of some memories stand in some slots, by slot.
//
// access  read
// param   tenant   STRING
// param   slots    LIST<STRING>
// param   ids      LIST<STRING>
// param   forever  ZONED DATETIME  the end of time
// column  slot  STRING
// column  ids   LIST<STRING>
CYPHER 25
MATCH (claim:Memory)
  USING INDEX SEEK claim:Memory(slot, retired_at, start)
WHERE claim.slot IN $slots
  AND claim.retired_at = $forever
  AND claim.start < $forever
  AND claim.tenant = $tenant
  AND claim.id IN $ids
RETURN claim.slot AS slot, collect(claim.id) AS ids
