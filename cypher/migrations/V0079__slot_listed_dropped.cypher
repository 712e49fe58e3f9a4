// The constraint that follows lists a tenant's slots as well.
//
// access  schema
CYPHER 25
DROP INDEX slot_listed IF EXISTS
