// The versions under one parent slot that end after a moment.
//
// access  schema
CYPHER 25
CREATE INDEX attribute_parent_valid IF NOT EXISTS
FOR ()-[it:ATTRIBUTE]-() ON (it.parent, it.valid_to)
