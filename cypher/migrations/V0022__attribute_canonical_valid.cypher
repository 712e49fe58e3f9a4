// Who has this value, at a moment.
//
// access  schema
CYPHER 25
CREATE INDEX attribute_canonical_valid IF NOT EXISTS
FOR ()-[it:ATTRIBUTE]-() ON (it.tenant, it.attribute, it.canonical, it.valid_to)
