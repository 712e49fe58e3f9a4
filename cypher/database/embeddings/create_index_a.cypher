// The index of the vectors on side a: nearest first, among those of one tenant that count and hold
// at a time. What it filters by stands on the memory itself, so it is never out of date.
//
// access  schema
// param   options  MAP  the dimension and how vectors are compared
CYPHER 25
CREATE VECTOR INDEX memory_vector_a IF NOT EXISTS
FOR (memory:Memory) ON memory.vector_a
WITH [memory.tenant, memory.admitted_at, memory.retired_at, memory.holds_from, memory.holds_to]
OPTIONS $options
