// A tenant's jobs the last accepted first, a page of them.
//
// access  read
// scans   a page, in the order of the index
// param   tenant         STRING
// param   scopes         LIST<STRING>    that are seen; null for all
// param   session        STRING          null for any
// param   before_at      ZONED DATETIME  when the last one seen was accepted
// param   before_id      STRING          its id
// param   limit          INTEGER
// column  id             STRING
// column  status         STRING
// column  submitted_at   ZONED DATETIME
// column  finished_at    ZONED DATETIME
// column  attempts       INTEGER
// column  error          STRING
// column  extractor      STRING          whose version read it, once one has
// column  model          STRING
// column  input_tokens   INTEGER
// column  output_tokens  INTEGER
// column  cached_tokens  INTEGER
// column  written_tokens INTEGER
// column  thinking_tokens INTEGER
// column  cost_usd       FLOAT
// column  episodes       LIST<STRING>    in the order they were said
CYPHER 25
MATCH (job:Job)
  USING INDEX SEEK job:Job(tenant, submitted_at, id)
WHERE job.tenant = $tenant
  AND ($scopes IS NULL OR coalesce(job.scope, '') IN $scopes)
  AND job.submitted_at <= $before_at
  AND job.id IS NOT NULL
  AND [job.submitted_at, job.id] < [$before_at, $before_id]
  AND ($session IS NULL OR job.session = $session)
WITH job
ORDER BY job.tenant DESC, job.submitted_at DESC, job.id DESC
LIMIT $limit
RETURN job.id AS id,
       job.status AS status,
       job.submitted_at AS submitted_at,
       job.finished_at AS finished_at,
       job.attempts AS attempts,
       job.error AS error,
       job.extractor AS extractor,
       job.model AS model,
       job.input_tokens AS input_tokens,
       job.output_tokens AS output_tokens,
       job.cached_tokens AS cached_tokens,
       job.written_tokens AS written_tokens,
       job.thinking_tokens AS thinking_tokens,
       job.cost_usd AS cost_usd,
       COLLECT {
         MATCH (job)-[of:OF]->(episode:Episode)
         WHERE of.tenant = $tenant AND episode.tenant = $tenant
         RETURN episode.id
         ORDER BY of.ordinal
       } AS episodes
ORDER BY submitted_at DESC, id DESC
