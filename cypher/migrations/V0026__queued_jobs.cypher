// Jobs that were queued before there were queues get their place in one.
//
// access  write
// tenant  all     a migration is of the whole store
CYPHER 25

// Their order is that in which they were accepted; one that runs stays the first of its session.
MATCH (job:Job)
  USING INDEX SEEK job:Job(status, due_at)
WHERE job.status IN ['QUEUED', 'RUNNING'] AND job.due_at IS NOT NULL
WITH job
ORDER BY job.submitted_at, job.id
WITH job.tenant AS tenant, collect(job) AS jobs
MERGE (queue:Queue {tenant: tenant})
SET queue.last = size(jobs)
WITH queue, jobs
UNWIND range(0, size(jobs) - 1) AS place
WITH queue, place, jobs[place] AS job
SET job.number = place + 1,
    job.priority = 0,
    job.line = job.session
WITH queue, job
ORDER BY job.status = 'RUNNING' DESC, job.number
WITH queue, coalesce(job.line, job.id) AS line, collect(job)[0] AS first
SET first.front = queue.tenant
WITH queue, min(first.due_at) AS due
SET queue.turn_at = due;
