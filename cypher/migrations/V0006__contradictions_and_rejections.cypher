// Contradictions and rejected values.
//
// access  schema
CYPHER 25

// A contradiction is found by its id.
CREATE CONSTRAINT contradiction_id IF NOT EXISTS
FOR (it:Contradiction) REQUIRE it.id IS UNIQUE;

// Contradictions that wait under one parent slot; only open ones carry open_parent.
CREATE INDEX contradiction_open IF NOT EXISTS
FOR (it:Contradiction) ON (it.open_parent);

// Contradictions about one entity.
CREATE INDEX contradiction_entity IF NOT EXISTS
FOR (it:Contradiction) ON (it.tenant, it.entity);

// Lists a tenant's contradictions of one status in order of detection.
CREATE INDEX contradiction_detected IF NOT EXISTS
FOR (it:Contradiction) ON (it.tenant, it.status, it.detected_at);

// Serves an export: what a memory challenged.
CREATE INDEX contradiction_challenger IF NOT EXISTS
FOR (it:Contradiction) ON (it.tenant, it.challenger);

// A rejection is found by its id.
CREATE CONSTRAINT rejection_id IF NOT EXISTS
FOR (it:Rejection) REQUIRE it.id IS UNIQUE;

// Whether a value of a slot was rejected.
CREATE INDEX rejection_key IF NOT EXISTS
FOR (it:Rejection) ON (it.key);

// Lists a tenant's rejections in order.
CREATE INDEX rejection_listed IF NOT EXISTS
FOR (it:Rejection) ON (it.tenant, it.rejected_at);

// Finds the rejections that concern one entity.
CREATE INDEX rejection_entity IF NOT EXISTS
FOR (it:Rejection) ON (it.tenant, it.entity, it.rejected_at);
