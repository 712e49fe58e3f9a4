// The live claims, and those that wait, about some entities or leading to them.
//
// access  read
// param   tenant    STRING
// param   entities  LIST<STRING>    those to be moved, as claimed
// param   forever   ZONED DATETIME  the end of time
// column  claim     MAP
CYPHER 25
CALL () {
  MATCH (claim:Memory)
    USING INDEX SEEK claim:Memory(tenant, entity)
  WHERE claim.tenant = $tenant AND claim.entity IN $entities AND claim.retired_at = $forever
  RETURN claim
  UNION
  MATCH (claim:Memory)
    USING INDEX SEEK claim:Memory(target, retired_at)
  WHERE claim.target IN $entities AND claim.retired_at = $forever AND claim.tenant = $tenant
  RETURN claim
}
RETURN claim {
         .id, .entity, .target, .attribute, .context, .canonical, .slot, .parent, .slot_held,
         .parent_held
       } AS claim
