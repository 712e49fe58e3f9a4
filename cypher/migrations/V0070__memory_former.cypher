// Finds the memories that still have a former model's vector. Only those are in the index.
//
// access  schema
CYPHER 25
CREATE INDEX memory_former IF NOT EXISTS
FOR (it:Memory) ON (it.former)
