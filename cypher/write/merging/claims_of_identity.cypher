// The live claims, and those that wait, about some entities or leading to them, that do not stand with
// a given entity yet.
//
// access  read
// param   tenant    STRING
// param   entities  LIST<STRING>    those to be moved, as claimed
// param   after     STRING          the entity that is to stand for them
// param   forever   ZONED DATETIME  the end of time
// column  claims    LIST<MAP>       waits: it is no claim yet; source: the slot in which it stands or waits
CYPHER 25
CALL () {
  MATCH (claim:Memory)
    USING INDEX SEEK claim:Memory(tenant, entity, recorded_at, id)
  WHERE claim.tenant = $tenant
    AND claim.entity IN $entities
    AND claim.recorded_at IS NOT NULL
    AND claim.id IS NOT NULL
    AND claim.retired_at = $forever
  RETURN claim
  UNION
  MATCH (claim:Memory)
    USING INDEX SEEK claim:Memory(target, retired_at)
  WHERE claim.target IN $entities AND claim.retired_at = $forever AND claim.tenant = $tenant
  RETURN claim
}
MATCH (slot:Slot {tenant: $tenant, key: coalesce(claim.slot, claim.slot_held)})
  USING INDEX SEEK slot:Slot(tenant, key)
WHERE (claim.entity IN $entities AND slot.entity <> $after)
   OR (claim.target IN $entities AND claim.canonical <> $after)
WITH claim, slot
ORDER BY claim.id
RETURN collect(claim {
         .id, .entity, .target, .attribute, .context, .canonical,
         waits: claim.slot IS NULL,
         source: slot { .key, .parent, .entity, .attribute, .context, .scope }
       }) AS claims
