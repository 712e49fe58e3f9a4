// Beliefs by the thousand, each with its claim, slot and value, as assertions would leave them.
//
// access  write
// param   tenant   STRING
// param   rows     LIST<MAP>       entity, slot, attribute, claim, belief, canonical
// param   forever  ZONED DATETIME
// column  written  INTEGER
CYPHER 25
UNWIND $rows AS row
MERGE (entity:Entity {id: row.entity})
  ON CREATE SET entity.tenant = $tenant, entity.name = row.entity, entity.kind = 'person',
                entity.created_at = row.claim.said_at
CREATE (slot:Slot)
SET slot = row.slot, slot.tenant = $tenant
CREATE (claim:Memory)
SET claim = row.claim, claim.tenant = $tenant, claim.retired_at = $forever
MERGE (value:Value {tenant: $tenant, key: row.canonical})
CREATE (entity)-[belief:ATTRIBUTE]->(value)
SET belief = row.belief, belief.tenant = $tenant, belief.valid_to = $forever,
    belief.system_to = $forever
RETURN count(belief) AS written
