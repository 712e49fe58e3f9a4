// At most one belief of a slot is current and open: only such a belief carries open_slot.
//
// access  schema
CYPHER 25
CREATE CONSTRAINT relation_open_slot IF NOT EXISTS
FOR ()-[it:RELATION]-() REQUIRE it.open_slot IS UNIQUE
