// Episodes by their ids.
//
// access  read
// param   tenant   STRING
// param   scopes   LIST<STRING>  that are seen; null for all
// param   ids      LIST<STRING>
// column  episode  MAP
CYPHER 25
MATCH (episode:Episode)
  USING INDEX SEEK episode:Episode(id)
WHERE episode.id IN $ids
  AND episode.tenant = $tenant
  AND ($scopes IS NULL OR coalesce(episode.scope, '') IN $scopes)
RETURN properties(episode) AS episode
ORDER BY episode.id
