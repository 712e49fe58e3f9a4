// Memories by their ids, with their evidence, their counters, and what they gave way to and
// replaced as known now.
//
// access  read
// param   tenant      STRING
// param   scopes      LIST<STRING>    that are seen; null for all
// param   ids         LIST<STRING>
// param   open        ZONED DATETIME  the end of time
// column  memory      MAP
// column  counter     MAP             null before the first access or confirmation
// column  evidence    LIST<MAP>
// column  successor   MAP             id and reason; null if nothing replaced it
// column  supersedes  LIST<STRING>
CYPHER 25
MATCH (memory:Memory)
  USING INDEX SEEK memory:Memory(tenant, id)
WHERE memory.id IN $ids
  AND memory.tenant = $tenant
  AND ($scopes IS NULL OR coalesce(memory.scope, '') IN $scopes)
WITH memory
ORDER BY memory.id
RETURN memory {.*, vector_a: null, vector_b: null} AS memory,
       HEAD(COLLECT {
         MATCH (counter:Counter {memory: memory.id})
           USING INDEX SEEK counter:Counter(memory)
         WHERE counter.tenant = $tenant
         RETURN properties(counter)
         LIMIT 1
       }) AS counter,
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
       } AS evidence,
       HEAD(COLLECT {
         MATCH (memory)-[step:SUPERSEDED_BY]->(later:Memory)
         WHERE step.tenant = $tenant AND step.system_to = $open AND later.tenant = $tenant
         RETURN {id: later.id, reason: step.reason}
         ORDER BY later.id
         LIMIT 1
       }) AS successor,
       COLLECT {
         MATCH (earlier:Memory)-[step:SUPERSEDED_BY]->(memory)
         WHERE step.tenant = $tenant AND step.system_to = $open AND earlier.tenant = $tenant
         RETURN earlier.id
         ORDER BY earlier.said_at, earlier.recorded_at, earlier.id
         LIMIT 1000
       } AS supersedes
