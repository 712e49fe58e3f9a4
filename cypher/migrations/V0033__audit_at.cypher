// The audit trail by time.
//
// access  schema
CYPHER 25
CREATE INDEX audit_at IF NOT EXISTS
FOR (it:Audit) ON (it.tenant, it.at)
