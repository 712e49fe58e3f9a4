// Claims about some entities that are not taken back, a page of them in order of their ids.
//
// A claim is about its subject, and about the entity that it leads to.
//
// access  read
// param   tenant      STRING
// param   entities    LIST<STRING>
// param   attributes  LIST<STRING>    null for any
// param   after       STRING          the last id seen; empty to begin
// param   limit       INTEGER
// param   forever     ZONED DATETIME  the end of time
// column  id         STRING
// column  slot       STRING  null while it waits to become a claim
// column  parent     STRING
// column  slot_held  STRING
CYPHER 25
CALL () {
  MATCH (claim:Memory)
    USING INDEX SEEK claim:Memory(tenant, entity, recorded_at, id)
  WHERE claim.tenant = $tenant AND claim.entity IN $entities
    AND claim.recorded_at IS NOT NULL AND claim.id IS NOT NULL
  RETURN claim
  UNION
  MATCH (claim:Memory)
    USING INDEX SEEK claim:Memory(target, retired_at)
  WHERE claim.target IN $entities AND claim.retired_at = $forever AND claim.tenant = $tenant
  RETURN claim
}
WITH claim
WHERE claim.id > $after
  AND claim.retired_at = $forever
  AND (claim.slot IS NOT NULL OR claim.slot_held IS NOT NULL)
  AND ($attributes IS NULL OR claim.attribute IN $attributes)
WITH claim
ORDER BY claim.id
LIMIT $limit
RETURN claim.id AS id,
       claim.slot AS slot,
       claim.parent AS parent,
       claim.slot_held AS slot_held
