// Slots, through which writing is ordered, and the values that slots share.
//
// access  schema
CYPHER 25

// One slot for each key. It lists a tenant's slots too, so that one index is written, not two.
CREATE CONSTRAINT slot_of_tenant IF NOT EXISTS
FOR (slot:Slot) REQUIRE (slot.tenant, slot.key) IS UNIQUE;

// Finds the slots of one attribute: is anything claimed of it yet?
CREATE INDEX slot_attribute IF NOT EXISTS
FOR (slot:Slot) ON (slot.tenant, slot.attribute);

// Finds the slots of one attribute of an entity, whatever their context.
CREATE INDEX slot_of_entity IF NOT EXISTS
FOR (it:Slot) ON (it.entity, it.attribute);

// Finds the slots of the values under one parent.
CREATE INDEX slot_parent IF NOT EXISTS
FOR (slot:Slot) ON (slot.parent);

// Equal values of a tenant share a node.
CREATE CONSTRAINT value_key IF NOT EXISTS
FOR (it:Value) REQUIRE (it.tenant, it.key) IS UNIQUE;
