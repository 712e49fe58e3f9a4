// Cancel a job that waits or runs; a worker that runs it loses its lease.
//
// access  write
// param   tenant   STRING
// param   id       STRING
// param   actor    STRING
// param   audit    STRING          the id of its record
// param   error    STRING
// param   now      ZONED DATETIME
// param   forever  ZONED DATETIME  the end of time
// column  id       STRING
CYPHER 25
MATCH (job:Job {id: $id})
  USING INDEX SEEK job:Job(id)
WHERE job.tenant = $tenant
REMOVE job.checksum
WITH job, job.status IN ['QUEUED', 'RUNNING'] AS open
WHERE open
SET job.status = 'CANCELLED',
    job.error = $error,
    job.finished_at = $now,
    job.due_at = $forever,
    job.due_set_at = $now
REMOVE job.worker, job.lease_until, job.held
CREATE (:Audit {tenant: $tenant, unsealed: $tenant, id: $audit, at: $now, actor: $actor, action: 'cancel_job',
                subject: $id})
RETURN job.id AS id
