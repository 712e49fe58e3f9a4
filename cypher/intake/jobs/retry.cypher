// Queue a job anew that failed for good or was cancelled; its last error stays to be seen.
//
// access  write
// param   tenant  STRING
// param   id      STRING
// param   actor   STRING
// param   audit   STRING          the id of its record
// param   now     ZONED DATETIME
// column  id      STRING
CYPHER 25
MATCH (job:Job {id: $id})
  USING INDEX SEEK job:Job(id)
WHERE job.tenant = $tenant
REMOVE job.checksum
WITH job, job.status IN ['FAILED', 'CANCELLED'] AS ended
WHERE ended
SET job.status = 'QUEUED',
    job.strikes = 0,
    job.due_at = $now,
    job.due_set_at = $now
REMOVE job.finished_at
CREATE (:Audit {tenant: $tenant, unsealed: $tenant, id: $audit, at: $now, actor: $actor, action: 'retry_job',
                subject: $id})
RETURN job.id AS id
