// Count what a model's call consumed, for the job and the tenant's day, and whether it was of no use.
//
// access  write
// param   tenant         STRING
// param   job            STRING
// param   extractor      STRING
// param   day            ZONED DATETIME  the beginning of today, UTC
// param   model          STRING          null where nothing came back
// param   input_tokens   INTEGER
// param   output_tokens  INTEGER
// param   cached_tokens  INTEGER
// param   written_tokens INTEGER
// param   thinking_tokens INTEGER
// param   cost_usd       FLOAT           null where prices are not known
// param   unreadable     INTEGER         1 where the answer was of no use, else 0
// param   calls          INTEGER
// param   batched        INTEGER
// param   seconds        FLOAT           how long the answers were waited for
// column  unreadable     INTEGER
CYPHER 25
MERGE (tally:Tally {tenant: $tenant, day: $day, extractor: $extractor})
SET tally.unreadable = coalesce(tally.unreadable, 0) + $unreadable,
    tally.calls = coalesce(tally.calls, 0) + $calls,
    tally.batched = coalesce(tally.batched, 0) + $batched,
    tally.seconds = coalesce(tally.seconds, 0.0) + $seconds,
    tally.input_tokens = coalesce(tally.input_tokens, 0) + coalesce($input_tokens, 0),
    tally.output_tokens = coalesce(tally.output_tokens, 0) + coalesce($output_tokens, 0),
    tally.cached_tokens = coalesce(tally.cached_tokens, 0) + coalesce($cached_tokens, 0),
    tally.written_tokens = coalesce(tally.written_tokens, 0) + coalesce($written_tokens, 0),
    tally.thinking_tokens = coalesce(tally.thinking_tokens, 0) + coalesce($thinking_tokens, 0),
    tally.cost_usd = coalesce(tally.cost_usd, 0.0) + coalesce($cost_usd, 0.0),
    tally.unpriced = coalesce(tally.unpriced, 0) + CASE WHEN $cost_usd IS NULL THEN $calls ELSE 0 END
WITH tally
OPTIONAL MATCH (job:Job {id: $job})
  USING INDEX SEEK job:Job(id)
WHERE job.tenant = $tenant AND $model IS NOT NULL
SET job.model = $model,
    job.input_tokens = coalesce(job.input_tokens, 0) + $input_tokens,
    job.output_tokens = coalesce(job.output_tokens, 0) + $output_tokens,
    job.cached_tokens = coalesce(job.cached_tokens, 0) + $cached_tokens,
    job.written_tokens = coalesce(job.written_tokens, 0) + $written_tokens,
    job.thinking_tokens = coalesce(job.thinking_tokens, 0) + $thinking_tokens,
    job.cost_usd = CASE WHEN $cost_usd IS NULL THEN job.cost_usd
                        ELSE coalesce(job.cost_usd, 0.0) + $cost_usd END
RETURN tally.unreadable AS unreadable
