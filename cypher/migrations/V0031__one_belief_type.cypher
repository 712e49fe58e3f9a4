// A belief about a value and one about an entity are edges of one type, BELIEF, so that one constraint
// covers them, one index finds them, and (entity)-[:BELIEF]->() is all that is believed.
//
// The edges of the former types are made anew in parts, each whole in its transaction; where this was
// interrupted, those that are left are the ones to be made. The former constraints and indexes go
// first, so that nothing keeps them up meanwhile; the new ones come last, and are filled at once.
//
// access  schema
// tenant  all     the data of every tenant is brought to this version
// scans   everything, once
CYPHER 25

DROP CONSTRAINT attribute_id IF EXISTS;

DROP CONSTRAINT attribute_open_slot IF EXISTS;

DROP INDEX attribute_canonical_valid IF EXISTS;

DROP INDEX attribute_slot_known IF EXISTS;

DROP INDEX attribute_parent_plane IF EXISTS;

DROP CONSTRAINT relation_id IF EXISTS;

DROP CONSTRAINT relation_open_slot IF EXISTS;

DROP INDEX relation_canonical_valid IF EXISTS;

DROP INDEX relation_slot_known IF EXISTS;

DROP INDEX relation_parent_plane IF EXISTS;

DROP INDEX relation_other_slot IF EXISTS;

// access  write
MATCH (entity)-[former:ATTRIBUTE]->(value)
CALL (entity, former, value) {
  CREATE (entity)-[belief:BELIEF]->(value)
  SET belief = properties(former)
  DELETE former
} IN TRANSACTIONS OF 5000 ROWS;

// access  write
MATCH (entity)-[former:RELATION]->(target)
CALL (entity, former, target) {
  CREATE (entity)-[belief:BELIEF]->(target)
  SET belief = properties(former)
  DELETE former
} IN TRANSACTIONS OF 5000 ROWS;

// A belief is found by its id.
CREATE CONSTRAINT belief_id IF NOT EXISTS
FOR ()-[it:BELIEF]-() REQUIRE it.id IS UNIQUE;

// At most one belief of a slot is current and open: only such a belief carries open_slot.
CREATE CONSTRAINT belief_open_slot IF NOT EXISTS
FOR ()-[it:BELIEF]-() REQUIRE it.open_slot IS UNIQUE;

// Who has this value, or is related to this entity, at a moment.
CREATE INDEX belief_canonical_valid IF NOT EXISTS
FOR ()-[it:BELIEF]-() ON (it.tenant, it.attribute, it.canonical, it.valid_to);

// Finds the beliefs of a slot that are known now, by where they end.
CREATE INDEX belief_slot_known IF NOT EXISTS
FOR ()-[it:BELIEF]-() ON (it.slot, it.system_to, it.valid_to);

// Finds the beliefs about one attribute of an entity; both axes are compared in the index itself.
CREATE INDEX belief_parent_plane IF NOT EXISTS
FOR ()-[it:BELIEF]-()
ON (it.parent, it.valid_to, it.system_to, it.valid_from, it.system_from);

// Finds the beliefs of a relation that stand in a slot from its other end.
CREATE INDEX belief_other_slot IF NOT EXISTS
FOR ()-[it:BELIEF]-() ON (it.other_slot, it.system_to);
