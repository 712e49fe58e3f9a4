// The index over both axes stands in for the one over valid time alone.
//
// access  schema
CYPHER 25
DROP INDEX relation_parent_valid IF EXISTS
