// The chain of each tenant's audit, and the records that wait to be sealed.
//
// access  schema
CYPHER 25

// A tenant has one chain.
CREATE CONSTRAINT audit_chain IF NOT EXISTS
FOR (it:AuditChain) REQUIRE it.tenant IS UNIQUE;

// A place in the chain is one record's.
CREATE CONSTRAINT audit_sequence IF NOT EXISTS
FOR (it:Audit) REQUIRE (it.tenant, it.sequence) IS UNIQUE;

// The records that wait to be sealed, in order. Only those are in the index.
CREATE INDEX audit_unsealed IF NOT EXISTS
FOR (it:Audit) ON (it.unsealed, it.at, it.id);

// Those of earlier versions are sealed like all others.
//
// access  write
// scans   all records, once
// tenant  all     the data of every tenant is brought to this version
MATCH (record:Audit)
WHERE record.sequence IS NULL AND record.unsealed IS NULL
CALL (record) {
  SET record.unsealed = record.tenant
} IN TRANSACTIONS OF 1000 ROWS;
