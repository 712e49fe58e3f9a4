// The claims last recorded about some entities that carry a belief now, the newest first.
// Only what had been said by then: an old message that comes late repeats nothing newer, because
// its own start is the earlier one.
//
// access  read
// param   tenant    STRING
// param   scopes    LIST<STRING>  that are seen; null for all
// param   entities  LIST<STRING>
// param   now       ZONED DATETIME
// param   said_by   ZONED DATETIME
// param   limit     INTEGER
// column  id        STRING
// column  text      STRING
CYPHER 25
UNWIND $entities AS entity
CALL (entity) {
  MATCH (memory:Memory {tenant: $tenant, entity: entity})
    USING INDEX SEEK memory:Memory(tenant, entity, recorded_at, id)
  WHERE memory.recorded_at IS NOT NULL
    AND memory.id IS NOT NULL
    AND memory.admitted_at <= $now
    AND $now < memory.retired_at
    AND memory.holds_from <= $now
    AND $now < memory.holds_to
    AND memory.said_at <= $said_by
    AND NOT coalesce(memory.negative, false)
    AND memory.text IS NOT NULL
    AND ($scopes IS NULL OR coalesce(memory.scope, '') IN $scopes)
  RETURN memory
  ORDER BY memory.recorded_at DESC
  LIMIT $limit
}
WITH memory
ORDER BY memory.recorded_at DESC, memory.id
LIMIT $limit
RETURN memory.id AS id,
       memory.text AS text
