// A slot is locked through its one node.
//
// access  schema
CYPHER 25
CREATE CONSTRAINT slot_key IF NOT EXISTS
FOR (it:Slot) REQUIRE it.key IS UNIQUE
