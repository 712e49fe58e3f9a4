// Finds the slots of the values under one parent.
//
// access  schema
CYPHER 25
CREATE INDEX slot_parent IF NOT EXISTS
FOR (slot:Slot) ON (slot.parent)
