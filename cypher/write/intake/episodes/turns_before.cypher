// The turns of one session before an episode, the latest first, each cut short.
//
// A turn is a message; the episode that a record brought as its evidence is none.
//
// access  read
// param   tenant          STRING
// param   scopes          LIST<STRING>    that are seen; null for all
// param   session         STRING
// param   episode         STRING
// param   occurred_at     ZONED DATETIME  when that episode was said
// param   length          INTEGER         characters kept of each
// param   limit           INTEGER
// column  id              STRING
// column  source_kind     STRING
// column  speaker         STRING
// column  text            STRING
// column  occurred_at     ZONED DATETIME
// column  offset_minutes  INTEGER
// column  scope           STRING
CYPHER 25
MATCH (here:Episode {id: $episode})
  USING INDEX SEEK here:Episode(id)
WHERE here.tenant = $tenant
CALL (here) {
  MATCH (episode:Episode {tenant: $tenant, session: $session})
    USING INDEX SEEK episode:Episode(tenant, session, occurred_at)
  WHERE episode.occurred_at <= $occurred_at
    AND episode.id <> here.id
    AND episode.ordinal IS NOT NULL
    AND ($scopes IS NULL OR coalesce(episode.scope, '') IN $scopes)
    AND (episode.occurred_at < here.occurred_at
         OR episode.recorded_at < here.recorded_at
         OR (episode.recorded_at = here.recorded_at AND episode.ordinal < here.ordinal))
  RETURN episode
}
WITH episode
ORDER BY episode.occurred_at DESC, episode.recorded_at DESC, episode.ordinal DESC
LIMIT $limit
RETURN episode.id AS id,
       episode.source_kind AS source_kind,
       coalesce(episode.spoken_as, episode.speaker) AS speaker,
       left(episode.text, $length) AS text,
       episode.occurred_at AS occurred_at,
       episode.offset_minutes AS offset_minutes,
       coalesce(episode.scope, '') AS scope
