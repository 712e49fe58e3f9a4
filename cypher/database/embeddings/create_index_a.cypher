// The index of the vectors on side a: nearest first, among those of one tenant that were claims by
// a time. It filters by nothing that changes when a belief ends, because each change of a property
// in it writes the vector anew, in the commit that ends the belief.
//
// access  schema
// param   options  MAP  the dimension and how vectors are compared
CYPHER 25
CREATE VECTOR INDEX memory_vector_a IF NOT EXISTS
FOR (memory:Memory) ON memory.vector_a
WITH [memory.tenant, memory.admitted_at]
OPTIONS $options
