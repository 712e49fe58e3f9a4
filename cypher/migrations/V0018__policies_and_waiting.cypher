// The policies that tenants applied, and what waits for a person.
//
// access  schema
CYPHER 25

// A policy has a version of its own in its tenant; the last one is found by it.
CREATE CONSTRAINT policy_version IF NOT EXISTS
FOR (it:Policy) REQUIRE (it.tenant, it.version) IS UNIQUE;

// A waiting memory is found by its id.
CREATE CONSTRAINT waiting_id IF NOT EXISTS
FOR (it:Waiting) REQUIRE (it.tenant, it.id) IS UNIQUE;

// What is claimed again while it waits is one memory.
CREATE CONSTRAINT waiting_key IF NOT EXISTS
FOR (it:Waiting) REQUIRE it.key IS UNIQUE;

// Lists what waits, the oldest first. Only what is undecided is in the index.
CREATE INDEX waiting_listed IF NOT EXISTS
FOR (it:Waiting) ON (it.queue, it.since, it.id);

// Lists all of a tenant's in order, for an export.
CREATE INDEX waiting_since IF NOT EXISTS
FOR (it:Waiting) ON (it.tenant, it.since, it.id);
