// The episodes of a session.
//
// access  read
// param   tenant   STRING
// param   session  STRING
// column  ids      LIST<STRING>
CYPHER 25
MATCH (episode:Episode)
  USING INDEX SEEK episode:Episode(tenant, session, occurred_at)
WHERE episode.tenant = $tenant AND episode.session = $session AND episode.occurred_at IS NOT NULL
RETURN collect(episode.id) AS ids
