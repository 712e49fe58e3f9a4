// Operations: receipts, the audit trail, progress of loaded files.
//
// access  schema
CYPHER 25

// A repeated command finds what its first arrival did.
CREATE CONSTRAINT receipt_key IF NOT EXISTS
FOR (it:Receipt) REQUIRE it.key IS UNIQUE;

// One operation for each id.
CREATE CONSTRAINT operation_id IF NOT EXISTS
FOR (it:Operation) REQUIRE it.id IS UNIQUE;

// How far a file has come is kept once for each tenant and file.
CREATE CONSTRAINT load_key IF NOT EXISTS
FOR (it:Load)
REQUIRE (it.tenant, it.key) IS UNIQUE;

// An audit record is written once.
CREATE CONSTRAINT audit_id IF NOT EXISTS
FOR (it:Audit) REQUIRE it.id IS UNIQUE;

// The audit trail by time.
CREATE INDEX audit_at IF NOT EXISTS
FOR (it:Audit) ON (it.tenant, it.at);

// The audit trail of one subject.
CREATE INDEX audit_subject IF NOT EXISTS
FOR (it:Audit) ON (it.tenant, it.subject);
