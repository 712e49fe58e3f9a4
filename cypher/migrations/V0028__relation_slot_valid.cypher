// The versions of one slot that end after a moment.
//
// access  schema
CYPHER 25
CREATE INDEX relation_slot_valid IF NOT EXISTS
FOR ()-[it:RELATION]-() ON (it.slot, it.valid_to)
