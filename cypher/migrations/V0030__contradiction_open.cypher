// Contradictions that wait under one parent slot; only open ones carry open_parent.
//
// access  schema
CYPHER 25
CREATE INDEX contradiction_open IF NOT EXISTS
FOR (it:Contradiction) ON (it.open_parent)
