// Memories that were drawn or marked, and what the marks say of extractors.
//
// access  schema
CYPHER 25

// A memory is drawn once, and has one mark.
CREATE CONSTRAINT sample_memory IF NOT EXISTS
FOR (it:Sample) REQUIRE (it.tenant, it.memory) IS UNIQUE;

// Lists sheets: the memories that were drawn at one time.
CREATE INDEX sample_drawn IF NOT EXISTS
FOR (it:Sample) ON (it.tenant, it.drawn_at);

// Counts the marks of all tenants, by extractor.
CREATE INDEX sample_marked IF NOT EXISTS
FOR (it:Sample) ON (it.extractor, it.correct, it.stated);

// A calibration has a version of its own in its tenant; the last one is found by it.
CREATE CONSTRAINT calibration_version IF NOT EXISTS
FOR (it:Calibration) REQUIRE (it.tenant, it.version) IS UNIQUE;
