// An entity is found by its id.
//
// access  schema
CYPHER 25
CREATE CONSTRAINT entity_id IF NOT EXISTS
FOR (it:Entity) REQUIRE it.id IS UNIQUE
