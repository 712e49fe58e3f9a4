// Parts of episodes' texts, with the lengths of the whole.
//
// access  read
// param   tenant  STRING
// param   scopes  LIST<STRING>  that are seen; null for all
// param   wanted  LIST<MAP>  episode, start and length, in characters
// column  window  STRING     null for an unknown episode; one row for each wanted, in their order
// column  length  INTEGER
CYPHER 25
UNWIND range(0, size($wanted) - 1) AS place
WITH place, $wanted[place] AS part
OPTIONAL MATCH (episode:Episode {id: part.episode})
  USING INDEX SEEK episode:Episode(id)
WHERE episode.tenant = $tenant
  AND ($scopes IS NULL OR coalesce(episode.scope, '') IN $scopes)
WITH place, substring(episode.text, part.start, part.length) AS window, size(episode.text) AS length
ORDER BY place
RETURN window, length
