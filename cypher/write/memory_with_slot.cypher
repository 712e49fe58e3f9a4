// One memory's own properties, the name of its entity, and the entity on which the slot hangs in which
// it stands or waits.
//
// access  read
// param   tenant  STRING
// param   scopes  LIST<STRING>  that are seen; null for all
// param   id      STRING
// column  claim   MAP
// column  named   STRING
// column  stands  STRING
CYPHER 25
MATCH (claim:Memory {id: $id, tenant: $tenant})
  USING INDEX SEEK claim:Memory(tenant, id)
WHERE ($scopes IS NULL OR coalesce(claim.scope, '') IN $scopes)
RETURN claim {.*, vector_a: null, vector_b: null, former: null} AS claim,
       head(COLLECT {
         MATCH (entity:Entity {id: claim.entity, tenant: $tenant})
           USING INDEX SEEK entity:Entity(id)
         RETURN entity.name
       }) AS named,
       head(COLLECT {
         MATCH (slot:Slot {key: coalesce(claim.slot, claim.slot_held), tenant: $tenant})
           USING INDEX SEEK slot:Slot(tenant, key)
         RETURN slot.entity
       }) AS stands
