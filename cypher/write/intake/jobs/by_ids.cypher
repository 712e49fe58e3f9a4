// Jobs of a tenant.
//
// access  read
// param   tenant         STRING
// param   scopes         LIST<STRING>    that are seen; null for all
// param   ids            LIST<STRING>
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
UNWIND $ids AS wanted
MATCH (job:Job {id: wanted})
  USING INDEX SEEK job:Job(id)
WHERE job.tenant = $tenant
  AND ($scopes IS NULL OR coalesce(job.scope, '') IN $scopes)
MATCH (job)-[of:OF]->(episode:Episode)
WITH job, episode.id AS episode
ORDER BY of.ordinal
WITH job, collect(episode) AS episodes
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
       episodes
