// Serves an export: a tenant's memories in the order in which they ceased to be claims. Only those
// that did are in the index.
//
// access  schema
CYPHER 25
CREATE INDEX memory_retired IF NOT EXISTS
FOR (it:Memory) ON (it.tenant, it.retired_at, it.id, it.retired_reason)
