// Tells whether older claims of a slot matter to a window of newer ones.
//
// access  schema
CYPHER 25
CREATE INDEX memory_slot_reach IF NOT EXISTS
FOR (memory:Memory) ON (memory.slot, memory.retired_at, memory.reach)
