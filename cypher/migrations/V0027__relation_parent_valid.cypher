// The versions under one parent slot that end after a moment.
//
// access  schema
CYPHER 25
CREATE INDEX relation_parent_valid IF NOT EXISTS
FOR ()-[it:RELATION]-() ON (it.parent, it.valid_to)
