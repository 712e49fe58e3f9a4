// What a batch asks: its episodes, for which job, and what was shown around each.
//
// access  read
// param   tenant          STRING
// param   batch           STRING
// column  id              STRING
// column  session         STRING
// column  source_kind     STRING
// column  speaker         STRING
// column  text            STRING
// column  occurred_at     ZONED DATETIME
// column  offset_minutes  INTEGER         the message's own offset from UTC
// column  scope           STRING
// column  job             STRING
// column  entities        LIST<STRING>
// column  memories        LIST<STRING>
CYPHER 25
MATCH (batch:Batch {tenant: $tenant, id: $batch})
  USING INDEX SEEK batch:Batch(tenant, id)
MATCH (batch)-[asks:ASKS]->(episode:Episode)
RETURN episode.id AS id,
       episode.session AS session,
       episode.source_kind AS source_kind,
       coalesce(episode.spoken_as, episode.speaker) AS speaker,
       episode.text AS text,
       episode.occurred_at AS occurred_at,
       episode.offset_minutes AS offset_minutes,
       coalesce(episode.scope, '') AS scope,
       asks.job AS job,
       asks.entities AS entities,
       asks.memories AS memories
ORDER BY id
