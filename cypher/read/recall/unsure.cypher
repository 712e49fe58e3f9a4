// The memories of a tenant that were too unsure for a belief at a system time and have some words, the
// best first, with what they are scored by.
//
// access  read
// param   tenant     STRING
// param   scopes     LIST<STRING>    that are seen; null for all
// param   words      STRING          the search, in the index's own language
// param   system_at  ZONED DATETIME
// param   least      FLOAT           the confidence from which one is a hint
// param   below      FLOAT           the confidence of a belief
// param   limit      INTEGER         of what the index finds
// param   first      INTEGER         of those that are the tenant's
// param   vector     LIST<FLOAT>     the question's; null without
// param   property   STRING          where memories have theirs
// column  seen       INTEGER         how many the index found
// column  found      LIST<MAP>       id, memory; cosine: null without vectors; counter: null before
//                                    the first access or confirmation
CYPHER 25
CALL db.index.fulltext.awaitEventuallyConsistentIndexRefresh()
CALL db.index.fulltext.queryNodes('memory_words', $words, {limit: $limit})
  YIELD node AS memory, score
WITH memory, score
ORDER BY score DESC, memory.id
WITH collect(memory) AS found
WITH size(found) AS seen,
     [memory IN found
      WHERE memory.tenant = $tenant
        AND ($scopes IS NULL OR coalesce(memory.scope, '') IN $scopes)
        AND memory.recorded_at <= $system_at
        AND memory.admitted_at > $system_at
        AND memory.retired_at > $system_at
        AND memory.confidence >= $least
        AND memory.confidence < $below][..$first] AS hints
CALL (hints) {
  UNWIND hints AS memory
  WITH memory,
       CASE WHEN $vector IS NOT NULL AND memory[$property] IS NOT NULL
         THEN 2 * vector.similarity.cosine(memory[$property], $vector) - 1
       END AS cosine,
       HEAD(COLLECT {
         MATCH (counter:Counter {memory: memory.id})
           USING INDEX SEEK counter:Counter(memory)
         WHERE counter.tenant = $tenant
         RETURN properties(counter)
         LIMIT 1
       }) AS counter
  RETURN collect({
    id: memory.id,
    memory: memory {
      .id, .text, .tags, .topic, .entity, .target, .attribute, .importance, .said_at,
      .recorded_at
    },
    cosine: cosine,
    counter: counter
  }) AS found
}
RETURN seen, found
