// Finds the slots of one attribute: is anything claimed of it yet?
//
// access  schema
CYPHER 25
CREATE INDEX slot_attribute IF NOT EXISTS
FOR (slot:Slot) ON (slot.tenant, slot.attribute)
