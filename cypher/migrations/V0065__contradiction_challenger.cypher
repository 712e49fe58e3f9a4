// Serves an export: what a memory challenged.
//
// access  schema
CYPHER 25
CREATE INDEX contradiction_challenger IF NOT EXISTS
FOR (it:Contradiction) ON (it.tenant, it.challenger)
