// The ids of the memories that an episode is evidence for, in order of recording.
//
// access  read
// param   tenant   STRING
// param   scopes   LIST<STRING>  that are seen; null for all
// param   episode  STRING
// param   limit    INTEGER
// column  id       STRING
CYPHER 25
MATCH (episode:Episode {id: $episode})<-[proof:EVIDENCED_BY]-(memory:Memory)
  USING INDEX SEEK episode:Episode(id)
WHERE episode.tenant = $tenant
  AND proof.tenant = $tenant
  AND memory.tenant = $tenant
  AND ($scopes IS NULL OR coalesce(memory.scope, '') IN $scopes)
WITH DISTINCT memory
RETURN memory.id AS id
ORDER BY memory.recorded_at, memory.ordinal, memory.id
LIMIT $limit
