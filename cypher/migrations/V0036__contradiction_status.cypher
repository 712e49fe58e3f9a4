// Contradictions by status.
//
// access  schema
CYPHER 25
CREATE INDEX contradiction_status IF NOT EXISTS
FOR (it:Contradiction) ON (it.tenant, it.status)
