// What was erased, hashed, as hosts have it in their ledgers.
//
// access  schema
CYPHER 25

// A tombstone is found by the digest of its line.
CREATE CONSTRAINT tombstone_id IF NOT EXISTS
FOR (it:Tombstone) REQUIRE (it.tenant, it.id) IS UNIQUE;

// Those that a host has not read yet.
CREATE INDEX tombstone_number IF NOT EXISTS
FOR (it:Tombstone) ON (it.tenant, it.number);
