// Lists a tenant's contradictions of one status in order of detection.
//
// access  schema
CYPHER 25
CREATE INDEX contradiction_detected IF NOT EXISTS
FOR (it:Contradiction) ON (it.tenant, it.status, it.detected_at)
