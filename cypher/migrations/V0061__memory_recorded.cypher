// Serves an export: a tenant's memories in order of recording.
//
// access  schema
CYPHER 25
CREATE INDEX memory_recorded IF NOT EXISTS
FOR (it:Memory) ON (it.tenant, it.recorded_at, it.id)
