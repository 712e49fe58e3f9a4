// Entities of one kind.
//
// access  schema
CYPHER 25
CREATE INDEX entity_kind IF NOT EXISTS
FOR (it:Entity) ON (it.tenant, it.kind)
