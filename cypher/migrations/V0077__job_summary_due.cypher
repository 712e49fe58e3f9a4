// The sessions that close by a time.
//
// access  schema
CYPHER 25
CREATE INDEX job_summary_due IF NOT EXISTS
FOR (it:Job) ON (it.summary_due)
