// One operation for each id.
//
// access  schema
CYPHER 25
CREATE CONSTRAINT operation_id IF NOT EXISTS
FOR (it:Operation) REQUIRE it.id IS UNIQUE
