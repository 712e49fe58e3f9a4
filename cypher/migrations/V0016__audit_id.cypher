// An audit record is written once.
//
// access  schema
CYPHER 25
CREATE CONSTRAINT audit_id IF NOT EXISTS
FOR (it:Audit) REQUIRE it.id IS UNIQUE
