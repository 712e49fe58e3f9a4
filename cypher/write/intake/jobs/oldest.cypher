// Since when the oldest unfinished job has been waiting, and how many there are.
//
// access  read
// tenant  all     the health of the service, not of one tenant
// column  since   ZONED DATETIME  null when nothing waits
// column  waits   INTEGER
CYPHER 25
MATCH (job:Job)
  USING INDEX SEEK job:Job(status, due_at)
WHERE job.status IN ['QUEUED', 'RUNNING'] AND job.due_at IS NOT NULL
RETURN min(job.submitted_at) AS since,
       count(job) AS waits
