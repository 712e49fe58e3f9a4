// The last turns of a session, the latest first; the evidence of a record is none.
//
// access  read
// param   tenant   STRING
// param   session  STRING
// param   scope    STRING
// param   limit    INTEGER
// column  id       STRING
CYPHER 25
MATCH (episode:Episode {tenant: $tenant, session: $session})
  USING INDEX SEEK episode:Episode(tenant, session, occurred_at)
WHERE episode.occurred_at IS NOT NULL
  AND episode.ordinal IS NOT NULL
  AND coalesce(episode.scope, '') = $scope
WITH episode
ORDER BY episode.occurred_at DESC, episode.recorded_at DESC, episode.ordinal DESC
LIMIT $limit
RETURN episode.id AS id
