// Finds the slots of one attribute of an entity, whatever their context.
//
// access  schema
CYPHER 25
CREATE INDEX slot_of_entity IF NOT EXISTS
FOR (it:Slot) ON (it.entity, it.attribute)
