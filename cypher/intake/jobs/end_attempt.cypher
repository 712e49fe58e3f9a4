// End a worker's attempt at a job, if the lease is still the worker's: done, failed, or to be tried again.
//
// access  write
// param   tenant         STRING
// param   id             STRING
// param   worker         STRING
// param   attempt        INTEGER
// param   status         STRING          SUCCEEDED, FAILED, CANCELLED or QUEUED
// param   error          STRING          null when it went well
// param   finished_at    ZONED DATETIME  null when it is to be tried again
// param   now            ZONED DATETIME
// param   due_at         ZONED DATETIME  when it is to be tried again
// param   forgiven       INTEGER         1 if the attempt does not count against the job
// param   extractor      STRING
// param   summary_due    ZONED DATETIME  when its session closes, if nothing more is said in it
// column  id             STRING
CYPHER 25
MATCH (job:Job {id: $id})
  USING INDEX SEEK job:Job(id)
WHERE job.tenant = $tenant
REMOVE job.checksum
WITH job, job.status = 'RUNNING' AND job.worker = $worker AND job.attempts = $attempt AS held
WHERE held
SET job.status = $status,
    job.error = $error,
    job.finished_at = $finished_at,
    job.due_at = $due_at,
    job.due_set_at = $now,
    job.strikes = job.strikes - $forgiven,
    job.extractor = coalesce($extractor, job.extractor),
    job.summary_due = $summary_due
REMOVE job.worker, job.lease_until
RETURN job.id AS id
