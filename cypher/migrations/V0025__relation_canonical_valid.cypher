// Who has this value, at a moment.
//
// access  schema
CYPHER 25
CREATE INDEX relation_canonical_valid IF NOT EXISTS
FOR ()-[it:RELATION]-() ON (it.tenant, it.attribute, it.canonical, it.valid_to)
