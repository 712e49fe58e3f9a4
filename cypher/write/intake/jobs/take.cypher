// Lease a job to who has queued it, in the transaction that queues it, so that nobody else takes it.
//
// access  write
// param   tenant  STRING
// param   id      STRING
// param   worker  STRING
// param   now     ZONED DATETIME
// param   until   ZONED DATETIME  when the lease runs out
// column  id      STRING
CYPHER 25
MATCH (job:Job {id: $id})
  USING INDEX SEEK job:Job(id)
WHERE job.tenant = $tenant AND job.attempts = 0
SET job.status = 'RUNNING',
    job.worker = $worker,
    job.lease_until = $until,
    job.due_at = $until,
    job.due_set_at = $now,
    job.attempts = 1,
    job.strikes = 1
REMOVE job.held
RETURN job.id AS id
