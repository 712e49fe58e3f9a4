// Keep what one extractor version proposed from one episode; whoever came first is kept.
// What the model calls consumed counts all the same, for the job and for the tenant's day.
//
// access  write
// param   tenant         STRING
// param   key            STRING
// param   episode        STRING
// param   extractor      STRING
// param   job            STRING          who paid for it
// param   now            ZONED DATETIME
// param   day            ZONED DATETIME  the beginning of today, UTC
// param   json           STRING
// param   count          INTEGER         how many claims it comes to
// param   model          STRING          null where no model was asked
// param   input_tokens   INTEGER
// param   output_tokens  INTEGER
// param   cached_tokens  INTEGER
// param   written_tokens INTEGER
// param   thinking_tokens INTEGER
// param   cost_usd       FLOAT           null where prices are not known
// param   calls          INTEGER         how often a model was asked
// param   batched        INTEGER         of those in a batch
// param   seconds        FLOAT           how long the answers were waited for
// param   empty          INTEGER         1 if nothing was proposed
// param   candidates     INTEGER         members of the answer that could be read
// param   discards       INTEGER         of those, what the extractor itself would not keep
// param   malformed      INTEGER         members of the answer that could not be read
// column  json           STRING
CYPHER 25
MERGE (kept:Candidates {key: $key})
ON CREATE SET kept.tenant = $tenant,
              kept.episode = $episode,
              kept.extractor = $extractor,
              kept.job = $job,
              kept.at = $now,
              kept.json = $json,
              kept.count = $count,
              kept.model = $model,
              kept.input_tokens = $input_tokens,
              kept.output_tokens = $output_tokens,
              kept.cached_tokens = $cached_tokens,
              kept.written_tokens = $written_tokens,
              kept.thinking_tokens = $thinking_tokens,
              kept.cost_usd = $cost_usd
MERGE (tally:Tally {tenant: $tenant, day: $day, extractor: $extractor})
SET tally.answers = coalesce(tally.answers, 0) + 1,
    tally.empty = coalesce(tally.empty, 0) + $empty,
    tally.candidates = coalesce(tally.candidates, 0) + $candidates,
    tally.discards = coalesce(tally.discards, 0) + $discards,
    tally.malformed = coalesce(tally.malformed, 0) + $malformed,
    tally.retried = coalesce(tally.retried, 0) + CASE WHEN $calls > 1 THEN 1 ELSE 0 END,
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
WITH kept
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
RETURN kept.json AS json
