// Memories that wait for a person, or were turned away, by their ids, with their evidence.
//
// access  read
// param   tenant    STRING
// param   scopes    LIST<STRING>  that are seen; null for all
// param   ids       LIST<STRING>
// column  memory    MAP
// column  evidence  LIST<MAP>
CYPHER 25
MATCH (memory:Waiting)
  USING INDEX SEEK memory:Waiting(tenant, id)
WHERE memory.id IN $ids
  AND memory.tenant = $tenant
  AND ($scopes IS NULL OR coalesce(memory.scope, '') IN $scopes)
WITH memory
ORDER BY memory.id
RETURN properties(memory) AS memory,
       COLLECT {
         MATCH (memory)-[proof:EVIDENCED_BY]->(episode:Episode)
         WHERE proof.tenant = $tenant AND episode.tenant = $tenant
         RETURN {
           episode: episode.id,
           span: proof.span,
           start: proof.start,
           end: proof.end,
           verdict: proof.verdict
         }
         ORDER BY episode.occurred_at, episode.id, proof.start
         LIMIT 1000
       } AS evidence
