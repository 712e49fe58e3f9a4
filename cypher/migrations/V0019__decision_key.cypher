// One candidate is decided once.
//
// access  schema
CYPHER 25
CREATE CONSTRAINT decision_key IF NOT EXISTS
FOR (it:Decision) REQUIRE it.key IS UNIQUE
