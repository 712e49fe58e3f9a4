// Finds the beliefs about one attribute of an entity; both axes are compared in the index itself.
//
// access  schema
CYPHER 25
CREATE INDEX attribute_parent_plane IF NOT EXISTS
FOR ()-[it:ATTRIBUTE]-()
ON (it.parent, it.valid_to, it.system_to, it.valid_from, it.system_from)
