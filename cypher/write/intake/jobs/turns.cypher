// The episodes of a job, in the order they were said.
//
// access  read
// param   tenant          STRING
// param   job             STRING
// column  id              STRING
// column  session         STRING
// column  source_kind     STRING
// column  speaker         STRING
// column  text            STRING
// column  occurred_at     ZONED DATETIME
// column  offset_minutes  INTEGER         the message's own offset from UTC
// column  recorded_at     ZONED DATETIME
// column  scope           STRING
// column  for_review      BOOLEAN         whether a person decides on what is read in it
CYPHER 25
MATCH (job:Job {id: $job})
  USING INDEX SEEK job:Job(id)
WHERE job.tenant = $tenant
MATCH (job)-[of:OF]->(episode:Episode)
RETURN episode.id AS id,
       episode.session AS session,
       episode.source_kind AS source_kind,
       episode.speaker AS speaker,
       episode.text AS text,
       episode.occurred_at AS occurred_at,
       episode.offset_minutes AS offset_minutes,
       episode.recorded_at AS recorded_at,
       coalesce(episode.scope, '') AS scope,
       coalesce(episode.for_review, false) AS for_review
ORDER BY of.ordinal
