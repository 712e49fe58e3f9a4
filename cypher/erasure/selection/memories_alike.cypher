// The memories that say the same as some: the same value in the same place, or made of them.
//
// access  read
// param   tenant  STRING
// param   ids     LIST<STRING>
// column  ids     LIST<STRING>
CYPHER 25
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
  // The denial of its opposite, and the same in other scopes.
  MATCH (alike:Memory)
    USING INDEX SEEK alike:Memory(tenant, entity, recorded_at, id)
  WHERE alike.tenant = $tenant
    AND alike.entity = memory.entity
    AND alike.recorded_at IS NOT NULL
    AND alike.id IS NOT NULL
    AND alike.canonical = memory.canonical
    AND CASE
      WHEN alike.attribute = memory.attribute
        THEN coalesce(alike.scope, '') <> coalesce(memory.scope, '')
      ELSE alike.negative
    END
  RETURN alike
  UNION
  MATCH (memory)-[:SUPERSEDED_BY {tenant: $tenant, reason: 'CONSOLIDATION'}]-(alike:Memory)
  WHERE alike.tenant = $tenant
  RETURN alike
}
RETURN collect(DISTINCT alike.id) AS ids
