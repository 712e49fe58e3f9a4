// One node for each tenant: its registry's version and its last system time.
//
// access  schema
CYPHER 25
CREATE CONSTRAINT tenant_name IF NOT EXISTS
FOR (it:Tenant) REQUIRE it.tenant IS UNIQUE
