// Finds the live claims of a slot, newest start first.
//
// access  schema
CYPHER 25
CREATE INDEX memory_slot_live IF NOT EXISTS
FOR (memory:Memory) ON (memory.slot, memory.retired_at, memory.start)
