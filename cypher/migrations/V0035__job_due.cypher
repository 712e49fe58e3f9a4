// The next job that is due.
//
// access  schema
CYPHER 25
CREATE INDEX job_due IF NOT EXISTS
FOR (it:Job) ON (it.status, it.due_at)
