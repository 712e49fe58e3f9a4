// A contradiction is found by its id.
//
// access  schema
CYPHER 25
CREATE CONSTRAINT contradiction_id IF NOT EXISTS
FOR (it:Contradiction) REQUIRE it.id IS UNIQUE
