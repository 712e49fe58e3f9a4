// The index over both axes stands in for the one over valid time alone.
//
// access  schema
CYPHER 25
DROP INDEX attribute_parent_valid IF EXISTS
