// Finds the memories that wait for a vector, the newest first.
//
// access  schema
CYPHER 25
CREATE INDEX memory_embedded IF NOT EXISTS
FOR (it:Memory) ON (it.embedded, it.recorded_at)
