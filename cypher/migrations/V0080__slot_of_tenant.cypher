// One slot for each key. It lists a tenant's slots too, so that one index is written, not two.
//
// access  schema
CYPHER 25
CREATE CONSTRAINT slot_of_tenant IF NOT EXISTS
FOR (slot:Slot) REQUIRE (slot.tenant, slot.key) IS UNIQUE
