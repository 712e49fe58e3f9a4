// What waits for a person, the oldest first, with the evidence.
//
// access  read
// param   tenant    STRING
// param   scopes    LIST<STRING>    that are seen; null for all
// param   after_at  ZONED DATETIME  since when the last one seen has waited
// param   after_id  STRING          its id
// param   limit     INTEGER
// column  memory    MAP
// column  evidence  LIST<MAP>
CYPHER 25
MATCH (memory:Waiting)
  USING INDEX SEEK memory:Waiting(queue, since, id)
WHERE memory.queue = $tenant
  AND memory.since >= $after_at
  AND memory.id IS NOT NULL
  AND (memory.since > $after_at OR memory.id > $after_id)
  AND memory.tenant = $tenant
  AND ($scopes IS NULL OR coalesce(memory.scope, '') IN $scopes)
WITH memory
ORDER BY memory.queue, memory.since, memory.id
LIMIT $limit
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
