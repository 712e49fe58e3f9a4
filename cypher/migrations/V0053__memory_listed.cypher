// Lists a tenant's memories, to check them.
//
// access  schema
CYPHER 25
CREATE INDEX memory_listed IF NOT EXISTS
FOR (it:Memory) ON (it.tenant, it.id)
