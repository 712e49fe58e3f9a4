// What was said in a session under labels that name nobody, in order, each cut short.
//
// access  read
// param   tenant   STRING
// param   scopes   LIST<STRING>    that are seen; null for all
// param   session  STRING
// param   labels   LIST<STRING>
// param   length   INTEGER         characters of each
// param   limit    INTEGER
// column  id       STRING
// column  speaker  STRING
// column  scope    STRING
// column  text     STRING
CYPHER 25
MATCH (episode:Episode {tenant: $tenant, session: $session})
  USING INDEX SEEK episode:Episode(tenant, session, occurred_at)
WHERE episode.occurred_at IS NOT NULL
  AND episode.ordinal IS NOT NULL
  AND episode.speaker IN $labels
  AND ($scopes IS NULL OR coalesce(episode.scope, '') IN $scopes)
WITH episode
ORDER BY episode.occurred_at, episode.recorded_at, episode.ordinal
LIMIT $limit
RETURN episode.id AS id,
       episode.speaker AS speaker,
       coalesce(episode.scope, '') AS scope,
       left(episode.text, $length) AS text
