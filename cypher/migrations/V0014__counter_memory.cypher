// Each memory has one counter, apart from it, so that counting never waits for writing.
//
// access  schema
CYPHER 25
CREATE CONSTRAINT counter_memory IF NOT EXISTS
FOR (it:Counter) REQUIRE it.memory IS UNIQUE
