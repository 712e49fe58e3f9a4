// A tenant's jobs in lists.
//
// access  schema
CYPHER 25

// All of them, in the order accepted.
CREATE INDEX job_recorded IF NOT EXISTS
FOR (it:Job) ON (it.tenant, it.submitted_at, it.id);

// Those of one status, such as dead letters.
CREATE INDEX job_of_status IF NOT EXISTS
FOR (it:Job) ON (it.tenant, it.status, it.submitted_at, it.id);
