// The claims of one slot around a moment: the projection's window.
//
// access  schema
CYPHER 25
CREATE INDEX memory_slot_start IF NOT EXISTS
FOR (it:Memory) ON (it.slot, it.start)
