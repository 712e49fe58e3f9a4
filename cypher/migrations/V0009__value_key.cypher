// Equal values of a tenant share a node.
//
// access  schema
CYPHER 25
CREATE CONSTRAINT value_key IF NOT EXISTS
FOR (it:Value) REQUIRE (it.tenant, it.key) IS UNIQUE
