// The claims about one entity.
//
// access  schema
CYPHER 25
CREATE INDEX memory_entity IF NOT EXISTS
FOR (it:Memory) ON (it.tenant, it.entity)
