// Episodes by their ids.
//
// access  read
// param   tenant   STRING
// param   ids      LIST<STRING>
// column  episode  MAP
CYPHER 25
MATCH (episode:Episode)
  USING INDEX SEEK episode:Episode(id)
WHERE episode.id IN $ids AND episode.tenant = $tenant
RETURN properties(episode) AS episode
ORDER BY episode.id
