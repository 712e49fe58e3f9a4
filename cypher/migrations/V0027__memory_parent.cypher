// The claims under one parent slot.
//
// access  schema
CYPHER 25
CREATE INDEX memory_parent IF NOT EXISTS
FOR (it:Memory) ON (it.parent)
