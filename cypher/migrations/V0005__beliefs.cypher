// Beliefs: relationships that hold literals, and relationships between entities.
//
// access  schema
CYPHER 25

// A belief is found by its id.
CREATE CONSTRAINT attribute_id IF NOT EXISTS
FOR ()-[it:ATTRIBUTE]-() REQUIRE it.id IS UNIQUE;

// At most one belief of a slot is current and open: only such a belief carries open_slot.
CREATE CONSTRAINT attribute_open_slot IF NOT EXISTS
FOR ()-[it:ATTRIBUTE]-() REQUIRE it.open_slot IS UNIQUE;

// Who has this value, at a moment.
CREATE INDEX attribute_canonical_valid IF NOT EXISTS
FOR ()-[it:ATTRIBUTE]-() ON (it.tenant, it.attribute, it.canonical, it.valid_to);

// Finds the beliefs of a slot that are known now, by where they end.
CREATE INDEX attribute_slot_known IF NOT EXISTS
FOR ()-[belief:ATTRIBUTE]-() ON (belief.slot, belief.system_to, belief.valid_to);

// Finds the beliefs about one attribute of an entity; both axes are compared in the index itself.
CREATE INDEX attribute_parent_plane IF NOT EXISTS
FOR ()-[it:ATTRIBUTE]-()
ON (it.parent, it.valid_to, it.system_to, it.valid_from, it.system_from);

// A belief is found by its id.
CREATE CONSTRAINT relation_id IF NOT EXISTS
FOR ()-[it:RELATION]-() REQUIRE it.id IS UNIQUE;

// At most one belief of a slot is current and open: only such a belief carries open_slot.
CREATE CONSTRAINT relation_open_slot IF NOT EXISTS
FOR ()-[it:RELATION]-() REQUIRE it.open_slot IS UNIQUE;

// Who has this value, at a moment.
CREATE INDEX relation_canonical_valid IF NOT EXISTS
FOR ()-[it:RELATION]-() ON (it.tenant, it.attribute, it.canonical, it.valid_to);

// Finds the beliefs of a slot that are known now, by where they end.
CREATE INDEX relation_slot_known IF NOT EXISTS
FOR ()-[belief:RELATION]-() ON (belief.slot, belief.system_to, belief.valid_to);

// Finds the beliefs about one relation of an entity; both axes are compared in the index itself.
CREATE INDEX relation_parent_plane IF NOT EXISTS
FOR ()-[it:RELATION]-()
ON (it.parent, it.valid_to, it.system_to, it.valid_from, it.system_from);

// Finds the beliefs of a relation that stand in a slot from its other end.
CREATE INDEX relation_other_slot IF NOT EXISTS
FOR ()-[it:RELATION]-() ON (it.other_slot, it.system_to);
