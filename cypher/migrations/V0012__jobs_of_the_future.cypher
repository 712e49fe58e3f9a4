// Jobs whose wait began in the future, because the clock has gone back.
//
// access  schema
CYPHER 25

// By when it was decided when a job is due.
CREATE INDEX job_due_set IF NOT EXISTS
FOR (it:Job) ON (it.status, it.due_set_at);
