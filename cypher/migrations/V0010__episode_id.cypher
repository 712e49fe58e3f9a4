// An episode is found by its id.
//
// access  schema
CYPHER 25
CREATE CONSTRAINT episode_id IF NOT EXISTS
FOR (it:Episode) REQUIRE it.id IS UNIQUE
