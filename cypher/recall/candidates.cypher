// What candidates are scored by: a memory's words and weight, and the belief that it carries at a point.
//
// A memory is in no belief at the point if it does not hold then, gave way, or says that something is
// not so; then it is no candidate.
//
// access  read
// param   tenant     STRING
// param   scopes     LIST<STRING>    that are seen; null for all
// param   ids        LIST<STRING>    memories
// param   valid_at   ZONED DATETIME
// param   system_at  ZONED DATETIME
// param   vector     LIST<FLOAT>     the question's; null without
// param   property   STRING          where memories have theirs
// param   apart      LIST<STRING>    of these the cosine is asked: no index has told it
// column  found      LIST<MAP>       memory: id, text, tags, topic, rule, importance, said_at and
//                                    recorded_at; cosine: null without vectors; counter: null before
//                                    the first access or confirmation; belief: what of it decides
CYPHER 25
MATCH (memory:Memory)
  USING INDEX SEEK memory:Memory(tenant, id)
WHERE memory.id IN $ids
  AND memory.tenant = $tenant
  AND ($scopes IS NULL OR coalesce(memory.scope, '') IN $scopes)
  AND memory.slot IS NOT NULL
  AND (memory.expires_at IS NULL OR memory.expires_at > $valid_at)
WITH memory, [memory.slot] + COLLECT {
       MATCH (memory)-[stood:STOOD_IN]->()
       WHERE stood.tenant = $tenant
       RETURN stood.slot
     } AS slots
UNWIND slots AS slot
WITH DISTINCT memory, slot
CALL (memory, slot) {
  MATCH ()-[belief:ATTRIBUTE]->()
    USING INDEX SEEK belief:ATTRIBUTE(slot, system_to, valid_to)
  WHERE belief.slot = slot
    AND belief.system_to > $system_at
    AND belief.valid_to > $valid_at
    AND belief.valid_from <= $valid_at
    AND belief.system_from <= $system_at
    AND belief.tenant = $tenant
    AND memory.id IN belief.memories
  RETURN belief
  UNION ALL
  MATCH ()-[belief:RELATION]->()
    USING INDEX SEEK belief:RELATION(slot, system_to, valid_to)
  WHERE belief.slot = slot
    AND belief.system_to > $system_at
    AND belief.valid_to > $valid_at
    AND belief.valid_from <= $valid_at
    AND belief.system_from <= $system_at
    AND belief.tenant = $tenant
    AND memory.id IN belief.memories
  RETURN belief
}
WITH memory,
       belief,
       CASE
         WHEN memory.id IN $apart
           THEN 2 * vector.similarity.cosine(memory[$property], $vector) - 1
       END AS cosine,
       HEAD(COLLECT {
         MATCH (counter:Counter {memory: memory.id})
           USING INDEX SEEK counter:Counter(memory)
         WHERE counter.tenant = $tenant
         RETURN properties(counter)
         LIMIT 1
       }) AS counter
ORDER BY memory.id, belief.id
RETURN collect({
  memory: memory {.id, .text, .tags, .topic, .rule, .importance, .said_at, .recorded_at},
  cosine: cosine,
  counter: counter,
  belief: belief {
    .id, .entity, .attribute, .context, .value, .canonical, .target, .valid_from, .confidence
  }
}) AS found
