// The audit trail of one subject.
//
// access  schema
CYPHER 25
CREATE INDEX audit_subject IF NOT EXISTS
FOR (it:Audit) ON (it.tenant, it.subject)
