// What extractors proposed from episodes, by the keys of both.
//
// access  read
// param   tenant         STRING
// param   keys           LIST<STRING>
// column  key            STRING
// column  episode        STRING
// column  extractor      STRING
// column  job            STRING          null where they came with a file
// column  json           STRING
// column  count          INTEGER
// column  model          STRING
// column  input_tokens   INTEGER
// column  output_tokens  INTEGER
// column  cached_tokens  INTEGER
// column  written_tokens INTEGER
// column  thinking_tokens INTEGER
// column  cost_usd       FLOAT
CYPHER 25
UNWIND range(0, size($keys) - 1) AS place
MATCH (kept:Candidates {key: $keys[place]})
  USING INDEX SEEK kept:Candidates(key)
WHERE kept.tenant = $tenant
RETURN kept.key AS key,
       kept.episode AS episode,
       kept.extractor AS extractor,
       kept.job AS job,
       kept.json AS json,
       kept.count AS count,
       kept.model AS model,
       kept.input_tokens AS input_tokens,
       kept.output_tokens AS output_tokens,
       kept.cached_tokens AS cached_tokens,
       kept.written_tokens AS written_tokens,
       kept.thinking_tokens AS thinking_tokens,
       kept.cost_usd AS cost_usd
ORDER BY place
