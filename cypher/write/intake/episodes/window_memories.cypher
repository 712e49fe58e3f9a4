// The claims last recorded about some entities that hold when something is said, or are to come
// then, the newest first.
// Only what had been said by then: an old message that comes late repeats nothing newer, because
// its own start is the earlier one. What is said twice comes once.
//
// access  read
// param   tenant    STRING
// param   scopes    LIST<STRING>  that are seen; null for all
// param   entities  LIST<STRING>
// param   now       ZONED DATETIME  of the axis of system time
// param   said_by   ZONED DATETIME  when it is said
// param   limit     INTEGER
// column  id        STRING
// column  text      STRING
// column  entity    STRING
// column  attribute STRING  null if it makes no claim
// column  context   STRING  null if it has none
// column  begins    ZONED DATETIME  null if it holds already
// column  value     STRING  the name of what a relation leads to; null if it makes no claim
CYPHER 25
UNWIND $entities AS entity
CALL (entity) {
  MATCH (memory:Memory {tenant: $tenant, entity: entity})
    USING INDEX SEEK memory:Memory(tenant, entity, recorded_at, id)
  WHERE memory.recorded_at IS NOT NULL
    AND memory.id IS NOT NULL
    AND memory.admitted_at <= $now
    AND $now < memory.retired_at
    AND $said_by < memory.holds_to
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
WITH memory.entity AS entity, memory.attribute AS attribute, memory.context AS context,
     CASE WHEN memory.attribute IS NULL THEN memory.text
          ELSE coalesce(memory.target, memory.value) END AS said,
     collect(memory)[0] AS memory
ORDER BY memory.recorded_at DESC, memory.id
LIMIT $limit
OPTIONAL MATCH (target:Entity {id: memory.target})
  WHERE target.tenant = $tenant
RETURN memory.id AS id,
       memory.text AS text,
       entity,
       attribute,
       context,
       CASE WHEN memory.holds_from > $said_by THEN memory.holds_from END AS begins,
       coalesce(target.name, memory.value) AS value
