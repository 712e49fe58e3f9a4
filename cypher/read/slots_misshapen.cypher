// Parent slots of an attribute in which claims do not stand as its cardinality says, some of them.
//
// access  read
// param   tenant     STRING
// param   attribute  STRING
// param   many       BOOLEAN  whether each value is to have a slot of its own
// param   limit      INTEGER
// column  slot       MAP      key, entity, context
// column  load       INTEGER  how many memories stand in it, or stood, its values' slots included
CYPHER 25
MATCH (slot:Slot {tenant: $tenant, attribute: $attribute})
USING INDEX slot:Slot(tenant, attribute)
WHERE slot.key = slot.parent AND coalesce(slot.many <> $many, true)
WITH slot
LIMIT $limit
RETURN slot {.key, .entity, .context} AS slot,
       COUNT {
         MATCH (part:Slot {parent: slot.key, tenant: $tenant})
         MATCH (claim:Memory {slot: part.key, tenant: $tenant})
         WHERE claim.retired_at IS NOT NULL AND claim.start IS NOT NULL
       } AS load
