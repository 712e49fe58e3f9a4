// Serves an export: a tenant's episodes in order of recording.
//
// access  schema
CYPHER 25
CREATE INDEX episode_recorded IF NOT EXISTS
FOR (it:Episode) ON (it.tenant, it.recorded_at, it.id)
