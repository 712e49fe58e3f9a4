// Cancel a job that waits or runs; a worker that runs it loses its lease.
// Where it was the one of its session that may be taken, the next one is.
//
// access  write
// param   tenant   STRING
// param   scopes   LIST<STRING>    that are seen; null for all
// param   id       STRING
// param   actor    STRING
// param   audit    STRING          the id of its record
// param   error    STRING
// param   now      ZONED DATETIME
// param   forever  ZONED DATETIME  the end of time
// column  id       STRING
CYPHER 25
MATCH (queue:Queue {tenant: $tenant})
  USING INDEX SEEK queue:Queue(tenant)
REMOVE queue.checksum
WITH queue.tenant AS tenant
MATCH (job:Job {id: $id})
  USING INDEX SEEK job:Job(id)
WHERE job.tenant = tenant
  AND job.status IN ['QUEUED', 'RUNNING']
  AND ($scopes IS NULL OR coalesce(job.scope, '') IN $scopes)
WITH tenant, job, CASE WHEN job.front IS NOT NULL THEN job.session END AS session
SET job.status = 'CANCELLED',
    job.error = $error,
    job.finished_at = $now,
    job.due_at = $forever,
    job.due_set_at = $now
REMOVE job.worker, job.lease_until, job.held, job.line, job.front
CREATE (:Audit {tenant: $tenant, unsealed: $tenant, id: $audit, at: $now, actor: $actor, action: 'cancel_job',
                subject: $id, scope: job.scope})
WITH tenant, job, session
CALL (tenant, session) {
  MATCH (next:Job {tenant: tenant, line: session})
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
