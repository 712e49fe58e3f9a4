// No index of the vectors on side b any more.
//
// access  schema
CYPHER 25
DROP INDEX memory_vector_b IF EXISTS
