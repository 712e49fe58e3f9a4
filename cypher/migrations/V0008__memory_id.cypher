// A claim is found by its id, and is written once.
//
// access  schema
CYPHER 25
CREATE CONSTRAINT memory_id IF NOT EXISTS
FOR (it:Memory) REQUIRE it.id IS UNIQUE
