// What was proposed from sources, and what became of it, in the order in which that was.
//
// access  schema
// tenant  all     the schema spans tenants
CYPHER 25

CREATE INDEX candidates_at IF NOT EXISTS
FOR (candidates:Candidates) ON (candidates.tenant, candidates.at, candidates.key);

CREATE INDEX decision_at IF NOT EXISTS
FOR (decision:Decision) ON (decision.tenant, decision.at, decision.key);
