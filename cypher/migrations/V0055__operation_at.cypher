// Serves read/export_operations: what a tenant was asked to do, in order of system time.
//
// access  schema
CYPHER 25
CREATE INDEX operation_at IF NOT EXISTS
FOR (it:Operation) ON (it.tenant, it.at, it.id)
