// The constraint that follows lists a tenant's memories as well.
//
// access  schema
CYPHER 25
DROP INDEX memory_listed IF EXISTS
