// Finds the beliefs about one relation of an entity; both axes are compared in the index itself.
//
// access  schema
CYPHER 25
CREATE INDEX relation_parent_plane IF NOT EXISTS
FOR ()-[it:RELATION]-()
ON (it.parent, it.valid_to, it.system_to, it.valid_from, it.system_from)
