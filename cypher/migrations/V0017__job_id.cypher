// A job is found by its id.
//
// access  schema
CYPHER 25
CREATE CONSTRAINT job_id IF NOT EXISTS
FOR (it:Job) REQUIRE it.id IS UNIQUE
