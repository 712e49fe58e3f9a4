// The memories about an entity before a place, the newest first, so many of them; those that pass.
//
// What depends on the time, on other nodes or on the registry is told, for the caller to decide.
//
// access  read
// param   tenant      STRING
// param   scopes      LIST<STRING>    that are seen; null for all
// param   entities    LIST<STRING>    all of one identity
// param   before_at   ZONED DATETIME  when the last one seen was recorded
// param   before_id   STRING          its id
// param   scan        INTEGER         how many are looked at
// param   type        STRING          null: any
// param   attribute   STRING          null: any
// param   session     STRING          null: any
// param   importance  FLOAT           at least
// param   confidence  FLOAT           at least; with confirmations, which are told
// param   names       LIST<STRING>    attributes
// param   among       BOOLEAN         those that have no topic given: whether of these, or of no such
// param   open        ZONED DATETIME  the end of time
// column  seen        INTEGER         how many were looked at
// column  last_at     ZONED DATETIME  where the last of them stands
// column  last_id     STRING
// column  found       LIST<MAP>       the properties that decide, whether superseded, what doubt is left
CYPHER 25
CALL () {
  UNWIND $entities AS entity
  CALL (entity) {
    MATCH (memory:Memory)
      USING INDEX SEEK memory:Memory(tenant, entity, recorded_at, id)
    WHERE memory.tenant = $tenant
      AND ($scopes IS NULL OR coalesce(memory.scope, '') IN $scopes)
      AND memory.entity = entity
      AND memory.recorded_at <= $before_at
      AND memory.id IS NOT NULL
      AND [memory.recorded_at, memory.id] < [$before_at, $before_id]
    RETURN memory
    ORDER BY memory.tenant DESC, memory.entity DESC, memory.recorded_at DESC, memory.id DESC
    LIMIT $scan
  }
  RETURN memory
  ORDER BY memory.recorded_at DESC, memory.id DESC
  LIMIT $scan
}
WITH collect(memory) AS scanned
RETURN size(scanned) AS seen,
       last(scanned).recorded_at AS last_at,
       last(scanned).id AS last_id,
       COLLECT {
         UNWIND scanned AS memory
         WITH memory
         WHERE ($type IS NULL OR coalesce(memory.type, 'FACT') = $type)
           AND ($attribute IS NULL OR memory.attribute = $attribute)
           AND ($session IS NULL OR memory.session = $session)
           AND coalesce(memory.importance, 0.5) >= $importance
           AND (memory.topic IS NOT NULL OR (coalesce(memory.attribute, '') IN $names) = $among)
         WITH memory, CASE WHEN memory.confidence < $confidence THEN HEAD(COLLECT {
           MATCH (counter:Counter {memory: memory.id})
             USING INDEX SEEK counter:Counter(memory)
           WHERE counter.tenant = $tenant
           RETURN counter.doubt
           LIMIT 1
         }) END AS doubt
         WHERE memory.confidence >= $confidence OR doubt IS NOT NULL
         RETURN memory {
           .id, .recorded_at, .said_at, .start, .end, .holds_from, .holds_to, .admitted_at,
           .retired_at, .expires_at, .negative, .end_unknown, .attribute, .topic, .confidence,
           doubt: doubt,
           superseded: EXISTS {
             MATCH (memory)-[step:SUPERSEDED_BY]->(later:Memory)
             WHERE step.tenant = $tenant AND step.system_to = $open AND later.tenant = $tenant
           }
         }
       } AS found
