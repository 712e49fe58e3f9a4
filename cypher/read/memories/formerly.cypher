// The memories that only say that something of an entity is over, as known at a system time: those
// that no later one replaced, the first said first.
//
// access  read
// param   tenant     STRING
// param   scopes     LIST<STRING>    that are seen; null for all
// param   entities   LIST<STRING>    all of one identity
// param   attribute  STRING          null: any
// param   system_at  ZONED DATETIME
// param   limit      INTEGER
// column  memory     STRING
// column  canonical  STRING
CYPHER 25
UNWIND $entities AS entity
MATCH (memory:Memory)
  USING INDEX SEEK memory:Memory(tenant, entity, recorded_at, id)
WHERE memory.tenant = $tenant
  AND ($scopes IS NULL OR coalesce(memory.scope, '') IN $scopes)
  AND memory.entity = entity
  AND memory.recorded_at <= $system_at
  AND memory.id IS NOT NULL
  AND memory.end_unknown = true
  AND (memory.negative = true OR memory.holds_from IS NULL)
  AND ($attribute IS NULL OR memory.attribute = $attribute)
  AND memory.slot IS NOT NULL
  AND memory.admitted_at <= $system_at
  AND memory.retired_at > $system_at
  AND NOT EXISTS {
    MATCH (memory)-[step:SUPERSEDED_BY]->(later:Memory)
    WHERE step.tenant = $tenant
      AND later.tenant = $tenant
      AND step.system_from <= $system_at
      AND step.system_to > $system_at
  }
WITH memory
ORDER BY memory.attribute, memory.said_at, memory.id
LIMIT $limit
RETURN memory.id AS memory, memory.canonical AS canonical
