// The decisions of one job.
//
// access  schema
CYPHER 25
CREATE INDEX decision_job IF NOT EXISTS
FOR (it:Decision) ON (it.job)
