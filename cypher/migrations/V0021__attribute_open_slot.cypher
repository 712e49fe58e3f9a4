// At most one belief of a slot is current and open: only such a belief carries open_slot.
//
// access  schema
CYPHER 25
CREATE CONSTRAINT attribute_open_slot IF NOT EXISTS
FOR ()-[it:ATTRIBUTE]-() REQUIRE it.open_slot IS UNIQUE
