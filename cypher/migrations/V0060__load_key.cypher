// How far a file has come is kept once for each tenant and file.
//
// access  schema
CYPHER 25
CREATE CONSTRAINT load_key IF NOT EXISTS
FOR (it:Load)
REQUIRE (it.tenant, it.key) IS UNIQUE
