// A rejection is found by its id.
//
// access  schema
CYPHER 25
CREATE CONSTRAINT rejection_id IF NOT EXISTS
FOR (it:Rejection) REQUIRE it.id IS UNIQUE
