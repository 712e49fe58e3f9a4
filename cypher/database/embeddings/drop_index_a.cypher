// No index of the vectors on side a any more.
//
// access  schema
CYPHER 25
DROP INDEX memory_vector_a IF EXISTS
