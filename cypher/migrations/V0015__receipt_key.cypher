// A repeated command finds what its first arrival did.
//
// access  schema
CYPHER 25
CREATE CONSTRAINT receipt_key IF NOT EXISTS
FOR (it:Receipt) REQUIRE it.key IS UNIQUE
