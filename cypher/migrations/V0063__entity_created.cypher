// Serves an export: a tenant's entities in the order in which they were made.
//
// access  schema
CYPHER 25
CREATE INDEX entity_created IF NOT EXISTS
FOR (it:Entity) ON (it.tenant, it.created_at, it.id)
