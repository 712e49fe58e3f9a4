// What candidates are scored by: a memory's words and weight, and the beliefs that it carries within a
// period.
//
// A memory is in no belief within the period if it does not hold then or gave way; then it is no
// candidate. One that says that something is over, or within the period that it is not so, is one without
// a belief, while nothing of its value is believed within the period.
//
// access  read
// param   tenant       STRING
// param   scopes       LIST<STRING>    that are seen; null for all
// param   ids          LIST<STRING>    memories
// param   valid_first  ZONED DATETIME  the period's first moment
// param   valid_last   ZONED DATETIME  its last; of one instant the same
// param   system_at    ZONED DATETIME
// param   vector       LIST<FLOAT>     the question's; null without
// param   property     STRING          where memories have theirs
// param   apart        LIST<STRING>    of these the cosine is asked: no index has told it
// column  found        LIST<MAP>       memory: id, text, tags, topic, rule, importance, said_at and
//                                      recorded_at; cosine: null without vectors; counter: null before
//                                      the first access or confirmation; belief: what of it decides.
//                                      Those of one memory come in the order of their starts
CYPHER 25
MATCH (memory:Memory)
  USING INDEX SEEK memory:Memory(tenant, id)
WHERE memory.id IN $ids
  AND memory.tenant = $tenant
  AND ($scopes IS NULL OR coalesce(memory.scope, '') IN $scopes)
  AND memory.slot IS NOT NULL
  AND (memory.expires_at IS NULL OR memory.expires_at > $valid_first)
WITH memory, [memory.slot] + COLLECT {
       MATCH (memory)-[stood:STOOD_IN]->()
       WHERE stood.tenant = $tenant
       RETURN stood.slot
     } AS slots
UNWIND slots AS slot
WITH DISTINCT memory, slot
CALL (memory, slot) {
  MATCH ()-[belief:BELIEF]->()
    USING INDEX SEEK belief:BELIEF(slot, system_to, valid_to)
  WHERE belief.slot = slot
    AND belief.system_to > $system_at
    AND belief.valid_to > $valid_first
    AND belief.valid_from <= $valid_last
    AND belief.system_from <= $system_at
    AND belief.tenant = $tenant
    AND memory.id IN belief.memories
  RETURN belief {
    .id, .entity, .attribute, .context, .value, .canonical, .target, .valid_from, .valid_to,
    .confidence
  } AS belief
  UNION ALL
  WITH memory, slot
  WHERE memory.negative = true
    AND memory.canonical IS NOT NULL
    AND (memory.end_unknown = true
         OR coalesce(memory.start, memory.said_at) <= $valid_last AND memory.end > $valid_first)
    AND memory.slot = slot
    AND memory.admitted_at <= $system_at
    AND memory.retired_at > $system_at
    AND NOT EXISTS {
      MATCH (memory)-[step:SUPERSEDED_BY]->()
      WHERE step.tenant = $tenant AND step.system_from <= $system_at AND step.system_to > $system_at
    }
    AND NOT EXISTS {
      MATCH ()-[held:BELIEF]->()
        USING INDEX SEEK held:BELIEF(slot, system_to, valid_to)
      WHERE held.slot = slot
        AND held.system_to > $system_at
        AND held.valid_to > $valid_first
        AND held.valid_from <= $valid_last
        AND held.system_from <= $system_at
        AND held.tenant = $tenant
        AND held.canonical = memory.canonical
    }
  RETURN {
    id: null, entity: memory.entity, attribute: memory.attribute, context: memory.context,
    value: memory.value, canonical: memory.canonical, target: memory.target,
    valid_from: coalesce(memory.start, memory.said_at), valid_to: memory.end,
    confidence: memory.confidence, denied: memory.end_unknown IS NULL
  } AS belief
}
WITH memory {.id, .text, .tags, .topic, .rule, .importance, .said_at, .recorded_at} AS memory,
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
ORDER BY memory.id, belief.valid_from, belief.id
// What a writer deletes while it is read has no properties any more; those here are read last.
WHERE memory.recorded_at IS NOT NULL AND belief.confidence IS NOT NULL
RETURN collect({memory: memory, cosine: cosine, counter: counter, belief: belief}) AS found
