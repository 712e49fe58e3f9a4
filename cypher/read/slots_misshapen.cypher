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
       COUNT { MATCH (claim:Memory {parent: slot.key}) WHERE claim.tenant = $tenant } AS load
