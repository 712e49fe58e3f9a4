// The memories that say the same as some: the same value in the same place, or made of them. What is
// private to one subject is no other's, and what all know stays when a private one goes.
//
// access  read
// param   tenant  STRING
// param   ids     LIST<STRING>
// column  ids     LIST<STRING>
CYPHER 25
CALL () {
  MATCH (memory:Memory)
    USING INDEX SEEK memory:Memory(tenant, id)
  WHERE memory.id IN $ids AND memory.tenant = $tenant
  CALL (memory) {
    MATCH (alike:Memory)
      USING INDEX SEEK alike:Memory(slot, retired_at, start)
    WHERE alike.slot = memory.slot
      AND alike.retired_at IS NOT NULL
      AND alike.start IS NOT NULL
      AND alike.canonical = memory.canonical
      AND alike.tenant = $tenant
    RETURN alike
    UNION
    MATCH (alike:Memory)
      USING INDEX SEEK alike:Memory(parent_held)
    WHERE alike.parent_held = coalesce(memory.parent, memory.parent_held)
      AND alike.canonical = memory.canonical
      AND alike.tenant = $tenant
    RETURN alike
    UNION
    MATCH (memory)-[:SUPERSEDED_BY {tenant: $tenant, reason: 'CONSOLIDATION'}]-(alike:Memory)
    WHERE alike.tenant = $tenant
    RETURN alike
  }
  RETURN alike
  UNION
  // The denial of its opposite, and of what all know the same in the scope of a subject. An entity's memories are read once,
  // however many of them are asked about.
  MATCH (memory:Memory)
    USING INDEX SEEK memory:Memory(tenant, id)
  WHERE memory.id IN $ids AND memory.tenant = $tenant
  WITH memory.entity AS entity, collect(memory) AS memories,
       collect(DISTINCT memory.canonical) AS canonicals
  CALL (entity, memories, canonicals) {
    MATCH (alike:Memory)
      USING INDEX SEEK alike:Memory(tenant, entity, recorded_at, id)
    WHERE alike.tenant = $tenant
      AND alike.entity = entity
      AND alike.recorded_at IS NOT NULL
      AND alike.id IS NOT NULL
      AND alike.canonical IN canonicals
      AND any(memory IN memories WHERE memory.canonical = alike.canonical
        AND CASE
          WHEN memory.attribute = alike.attribute
            THEN coalesce(memory.scope, '') = '' AND coalesce(alike.scope, '') <> ''
          ELSE alike.negative
        END)
    RETURN alike
  }
  RETURN alike
}
RETURN collect(DISTINCT alike.id) AS ids
