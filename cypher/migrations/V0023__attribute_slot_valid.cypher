// The versions of one slot that end after a moment.
//
// access  schema
CYPHER 25
CREATE INDEX attribute_slot_valid IF NOT EXISTS
FOR ()-[it:ATTRIBUTE]-() ON (it.slot, it.valid_to)
