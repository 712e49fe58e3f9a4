// The claims about some entities among all that stand in some slots.
//
// access  read
// param   tenant      STRING
// param   slots       LIST<STRING>
// param   entities    LIST<STRING>
// param   attributes  LIST<STRING>    null for any
// param   forever     ZONED DATETIME  the end of time
// column  slot  STRING
// column  ids   LIST<STRING>
CYPHER 25
MATCH (claim:Memory)
  USING INDEX SEEK claim:Memory(slot, retired_at, start)
WHERE claim.slot IN $slots
  AND claim.retired_at = $forever
  AND claim.start < $forever
  AND claim.tenant = $tenant
  AND (claim.entity IN $entities OR claim.target IN $entities)
  AND ($attributes IS NULL OR claim.attribute IN $attributes)
RETURN claim.slot AS slot, collect(claim.id) AS ids
