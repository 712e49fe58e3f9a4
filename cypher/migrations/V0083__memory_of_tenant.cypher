// One memory for each id. It lists a tenant's memories too, so one index is written, not two.
//
// access  schema
CYPHER 25
CREATE CONSTRAINT memory_of_tenant IF NOT EXISTS
FOR (memory:Memory) REQUIRE (memory.tenant, memory.id) IS UNIQUE
