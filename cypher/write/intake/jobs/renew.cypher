// Prolong a lease, if it is still held.
//
// access  write
// param   tenant   STRING
// param   id       STRING
// param   worker   STRING
// param   attempt  INTEGER
// param   now      ZONED DATETIME
// param   until    ZONED DATETIME
// column  id       STRING
CYPHER 25
MATCH (job:Job {id: $id})
  USING INDEX SEEK job:Job(id)
WHERE job.tenant = $tenant
REMOVE job.checksum
WITH job, job.status = 'RUNNING' AND job.worker = $worker AND job.attempts = $attempt AS held
WHERE held
SET job.lease_until = $until,
    job.due_at = $until,
    job.due_set_at = $now
WITH job
// After the clock has gone back it ends before the queue would be looked at again.
OPTIONAL MATCH (queue:Queue {tenant: $tenant})
  USING INDEX SEEK queue:Queue(tenant)
WHERE queue.turn_at > $until
SET queue.turn_at = $until
RETURN job.id AS id
