// End a worker's attempt at a job, if the lease is still the worker's: done, failed, or to be tried again.
//
// access  write
// param   tenant         STRING
// param   id             STRING
// param   worker         STRING
// param   attempt        INTEGER
// param   status         STRING          SUCCEEDED, FAILED or QUEUED
// param   error          STRING          null when it went well
// param   finished_at    ZONED DATETIME  null when it is to be tried again
// param   due_at         ZONED DATETIME  when it is to be tried again
// param   forgiven       INTEGER         1 if the attempt does not count against the job
// param   extractor      STRING
// param   model          STRING
// param   input_tokens   INTEGER
// param   output_tokens  INTEGER
// param   cached_tokens  INTEGER
// param   cost_usd       FLOAT
// column  id             STRING
CYPHER 25
MATCH (job:Job {id: $id})
WHERE job.tenant = $tenant
SET job.locked = true
WITH job, job.status = 'RUNNING' AND job.worker = $worker AND job.attempts = $attempt AS held
REMOVE job.locked
WITH job, held
WHERE held
SET job.status = $status,
    job.error = $error,
    job.finished_at = $finished_at,
    job.due_at = $due_at,
    job.strikes = job.strikes - $forgiven,
    job.extractor = coalesce($extractor, job.extractor),
    job.model = coalesce($model, job.model),
    job.input_tokens = coalesce($input_tokens, job.input_tokens),
    job.output_tokens = coalesce($output_tokens, job.output_tokens),
    job.cached_tokens = coalesce($cached_tokens, job.cached_tokens),
    job.cost_usd = coalesce($cost_usd, job.cost_usd)
REMOVE job.worker, job.lease_until
RETURN job.id AS id
