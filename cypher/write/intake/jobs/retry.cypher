// Queue a job anew that failed for good or was cancelled; its last error stays to be seen.
// It takes its old place in its session: before what is queued there, and after what runs.
//
// access  write
// param   tenant  STRING
// param   scopes  LIST<STRING>    that are seen; null for all
// param   id      STRING
// param   actor   STRING
// param   audit   STRING          the id of its record
// param   now     ZONED DATETIME
// column  id      STRING
CYPHER 25
MERGE (queue:Queue {tenant: $tenant})
REMOVE queue.checksum
WITH queue.tenant AS tenant
MATCH (job:Job {id: $id})
  USING INDEX SEEK job:Job(id)
WHERE job.tenant = tenant
  AND job.status IN ['FAILED', 'CANCELLED']
  AND ($scopes IS NULL OR coalesce(job.scope, '') IN $scopes)
WITH tenant, job, COLLECT {
    MATCH (ahead:Job {tenant: tenant, line: job.session})
      USING INDEX SEEK ahead:Job(tenant, line, number)
    WHERE ahead.number IS NOT NULL AND ahead.front = tenant
    RETURN ahead
    ORDER BY ahead.tenant, ahead.line, ahead.number
    LIMIT 1
  }[0] AS ahead
// Jobs of before there were places were accepted before all others.
WITH tenant, job, ahead, coalesce(job.number, 0) AS number
WITH tenant, job, ahead, number,
     ahead IS NULL OR ahead.status = 'QUEUED' AND ahead.number > number AS first
SET job.status = 'QUEUED',
    job.strikes = 0,
    job.due_at = $now,
    job.due_set_at = $now,
    job.priority = coalesce(job.priority, 0),
    job.number = number,
    job.line = job.session,
    job.front = CASE WHEN first THEN tenant END
REMOVE job.finished_at
CREATE (:Audit {tenant: $tenant, unsealed: $tenant, id: $audit, at: $now, actor: $actor, action: 'retry_job',
                subject: $id, scope: job.scope})
WITH tenant, job, CASE WHEN first THEN ahead END AS ahead
SET ahead.front = null
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
