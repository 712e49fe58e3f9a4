// The claims under a parent are found through its slots.
//
// access  schema
CYPHER 25
DROP INDEX memory_parent IF EXISTS
