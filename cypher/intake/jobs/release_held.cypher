// Jobs wait for no batch any more: they are due, in the order in which they were accepted.
//
// access  write
// param   tenant  STRING
// param   ids     LIST<STRING>
// column  id      STRING
CYPHER 25
UNWIND $ids AS id
MATCH (job:Job {id: id})
  USING INDEX SEEK job:Job(id)
WHERE job.tenant = $tenant AND job.status = 'QUEUED' AND job.held
SET job.due_at = job.submitted_at,
    job.due_set_at = job.submitted_at
REMOVE job.held
RETURN job.id AS id
