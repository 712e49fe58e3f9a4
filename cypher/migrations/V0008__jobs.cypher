// Extraction: jobs, batches, candidates, decisions and usage.
//
// access  schema
CYPHER 25

// A job is found by its id.
CREATE CONSTRAINT job_id IF NOT EXISTS
FOR (it:Job) REQUIRE it.id IS UNIQUE;

// The next job that is due.
CREATE INDEX job_due IF NOT EXISTS
FOR (it:Job) ON (it.status, it.due_at);

// The sessions that close by a time.
CREATE INDEX job_summary_due IF NOT EXISTS
FOR (it:Job) ON (it.summary_due);

// A tenant's batches.
CREATE CONSTRAINT batch_id IF NOT EXISTS
FOR (it:Batch) REQUIRE (it.tenant, it.id) IS UNIQUE;

// What one extractor version proposed from one episode is kept once.
CREATE CONSTRAINT candidates_key IF NOT EXISTS
FOR (it:Candidates) REQUIRE it.key IS UNIQUE;

// One candidate is decided once.
CREATE CONSTRAINT decision_key IF NOT EXISTS
FOR (it:Decision) REQUIRE it.key IS UNIQUE;

// The decisions of one job.
CREATE INDEX decision_job IF NOT EXISTS
FOR (it:Decision) ON (it.job);

// What a tenant's extractor consumed on a day is counted in one place, and found by the day.
CREATE CONSTRAINT tally_day IF NOT EXISTS
FOR (it:Tally) REQUIRE (it.tenant, it.day, it.extractor) IS UNIQUE;
