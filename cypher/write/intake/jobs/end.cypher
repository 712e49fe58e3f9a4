// End a worker's attempt at a job, if the lease is still the worker's: done, failed, or to be tried again.
// Then the first of its session that is not done may be taken, be it this one. How it ended is counted
// for the tenant's day.
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
// param   day            ZONED DATETIME  the beginning of today, UTC
// param   ended          MAP             jobs_done, attempts_failed, jobs_failed: what to count
// param   summary_due    ZONED DATETIME  when its session closes, if nothing more is said in it
// column  id             STRING
CYPHER 25
MATCH (queue:Queue {tenant: $tenant})
  USING INDEX SEEK queue:Queue(tenant)
REMOVE queue.checksum
WITH queue.tenant AS tenant
MATCH (job:Job {id: $id})
  USING INDEX SEEK job:Job(id)
WHERE job.tenant = tenant
  AND job.status = 'RUNNING' AND job.worker = $worker AND job.attempts = $attempt
MERGE (tally:Tally {
  tenant: tenant,
  day: $day,
  extractor: coalesce($extractor, job.extractor, 'none')
})
SET tally.jobs_done = coalesce(tally.jobs_done, 0) + $ended.jobs_done,
    tally.attempts_failed = coalesce(tally.attempts_failed, 0) + $ended.attempts_failed,
    tally.jobs_failed = coalesce(tally.jobs_failed, 0) + $ended.jobs_failed
SET job.status = $status,
    job.error = $error,
    job.finished_at = $finished_at,
    job.due_at = $due_at,
    job.due_set_at = $now,
    job.strikes = job.strikes - $forgiven,
    job.extractor = coalesce($extractor, job.extractor),
    job.summary_due = $summary_due,
    job.line = CASE WHEN $finished_at IS NULL THEN job.session END,
    job.front = CASE WHEN $finished_at IS NULL AND job.session IS NULL THEN tenant END
REMOVE job.worker, job.lease_until
WITH tenant, job
CALL (tenant, job) {
  MATCH (next:Job {tenant: tenant, line: job.session})
    USING INDEX SEEK next:Job(tenant, line, number)
  WHERE next.number IS NOT NULL
  WITH next
  ORDER BY next.tenant, next.line, next.number
  LIMIT 1
  SET next.front = tenant
}
WITH tenant, job
MATCH (queue:Queue {tenant: tenant})
  USING INDEX SEEK queue:Queue(tenant)
WITH job, queue, COLLECT {
    MATCH (first:Job {front: tenant})
      USING INDEX SEEK first:Job(front, due_at)
    WHERE first.due_at IS NOT NULL
    RETURN first.due_at
    ORDER BY first.front, first.due_at
    LIMIT 1
  }[0] AS due
SET queue.turn_at = CASE WHEN queue.served_at > due THEN queue.served_at ELSE due END
RETURN job.id AS id
