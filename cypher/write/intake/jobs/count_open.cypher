// How many jobs of a tenant are not done, up to a number. The tenant's queue is locked until the
// commit, so that nobody queues another meanwhile.
//
// access  write
// param   tenant  STRING
// param   most    INTEGER
// column  jobs    INTEGER
CYPHER 25
MERGE (queue:Queue {tenant: $tenant})
REMOVE queue.checksum
WITH queue.tenant AS tenant
UNWIND ['QUEUED', 'RUNNING'] AS status
CALL (tenant, status) {
  MATCH (job:Job {tenant: tenant, status: status})
    USING INDEX SEEK job:Job(tenant, status, submitted_at, id)
  WHERE job.submitted_at IS NOT NULL AND job.id IS NOT NULL
  WITH job
  LIMIT $most
  RETURN count(*) AS jobs
}
RETURN sum(jobs) AS jobs
