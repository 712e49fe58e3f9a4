// A belief is found by its id.
//
// access  schema
CYPHER 25
CREATE CONSTRAINT relation_id IF NOT EXISTS
FOR ()-[it:RELATION]-() REQUIRE it.id IS UNIQUE
