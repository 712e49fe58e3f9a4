// A belief is found by its id.
//
// access  schema
CYPHER 25
CREATE CONSTRAINT attribute_id IF NOT EXISTS
FOR ()-[it:ATTRIBUTE]-() REQUIRE it.id IS UNIQUE
