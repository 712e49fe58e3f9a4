// One spelling key of a tenant is one Name, however many entities it leads to.
//
// access  schema
CYPHER 25
CREATE CONSTRAINT name_key IF NOT EXISTS
FOR (it:Name) REQUIRE (it.tenant, it.key) IS UNIQUE
