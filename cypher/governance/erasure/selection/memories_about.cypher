// All memories about some entities, or that lead to one of them, whatever became of them.
//
// access  read
// scans   what waits for a person or has waited
// param   tenant    STRING
// param   entities  LIST<STRING>
// column  ids       LIST<STRING>
CYPHER 25
CALL () {
  MATCH (memory:Memory)
    USING INDEX SEEK memory:Memory(tenant, entity, recorded_at, id)
  WHERE memory.tenant = $tenant AND memory.entity IN $entities
    AND memory.recorded_at IS NOT NULL AND memory.id IS NOT NULL
  RETURN memory
  UNION
  MATCH (memory:Memory)
    USING INDEX SEEK memory:Memory(target, retired_at)
  WHERE memory.target IN $entities AND memory.retired_at IS NOT NULL AND memory.tenant = $tenant
  RETURN memory
  UNION
  MATCH (memory:Waiting)
    USING INDEX SEEK memory:Waiting(tenant, since, id)
  WHERE memory.tenant = $tenant AND memory.since IS NOT NULL AND memory.id IS NOT NULL
    AND (memory.entity IN $entities OR memory.target IN $entities)
  RETURN memory
}
RETURN collect(memory.id) AS ids
