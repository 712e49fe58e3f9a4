// Lists a tenant's entities in order of their names.
//
// access  schema
CYPHER 25
CREATE INDEX entity_listed IF NOT EXISTS
FOR (it:Entity) ON (it.tenant, it.name)
