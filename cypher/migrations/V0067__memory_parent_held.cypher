// Memories that wait in a slot are found by its parent.
//
// access  schema
CYPHER 25
CREATE INDEX memory_parent_held IF NOT EXISTS FOR (it:Memory) ON (it.parent_held)
