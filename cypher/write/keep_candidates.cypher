// Keep what one extractor version proposed from one episode; whoever came first is kept.
//
// access  write
// param   tenant         STRING
// param   key            STRING
// param   episode        STRING
// param   extractor      STRING
// param   job            STRING          who paid for it
// param   now            ZONED DATETIME
// param   json           STRING
// param   count          INTEGER         how many claims it comes to
// param   model          STRING
// param   input_tokens   INTEGER
// param   output_tokens  INTEGER
// param   cached_tokens  INTEGER
// param   cost_usd       FLOAT
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
              kept.cost_usd = $cost_usd
RETURN kept.json AS json
