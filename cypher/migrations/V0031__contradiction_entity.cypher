// Contradictions about one entity.
//
// access  schema
CYPHER 25
CREATE INDEX contradiction_entity IF NOT EXISTS
FOR (it:Contradiction) ON (it.tenant, it.entity)
