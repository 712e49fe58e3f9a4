// Jobs wait for no batch any more: they are due, in the order in which they were accepted.
//
// access  write
// param   tenant  STRING
// param   ids     LIST<STRING>
// column  id      STRING
CYPHER 25
MATCH (queue:Queue {tenant: $tenant})
  USING INDEX SEEK queue:Queue(tenant)
REMOVE queue.checksum
WITH queue.tenant AS tenant
UNWIND $ids AS id
MATCH (job:Job {id: id})
  USING INDEX SEEK job:Job(id)
WHERE job.tenant = tenant AND job.status = 'QUEUED' AND job.held
SET job.due_at = job.submitted_at,
    job.due_set_at = job.submitted_at
REMOVE job.held
WITH tenant, collect(job.id) AS released
MATCH (queue:Queue {tenant: tenant})
  USING INDEX SEEK queue:Queue(tenant)
WITH released, queue, COLLECT {
    MATCH (first:Job {front: tenant})
      USING INDEX SEEK first:Job(front, due_at)
    WHERE first.due_at IS NOT NULL
    RETURN first.due_at
    ORDER BY first.front, first.due_at
    LIMIT 1
  }[0] AS due
SET queue.turn_at = CASE WHEN queue.served_at > due THEN queue.served_at ELSE due END
WITH released
UNWIND released AS id
RETURN id
