// Which of some entities nothing is known of any more, not even that another leads to them.
//
// access  read
// param   tenant  STRING
// param   ids     LIST<STRING>
// param   whole   LIST<STRING>  an identity: of others, what is merged with another stays
// column  ids     LIST<STRING>
CYPHER 25
MATCH (entity:Entity)
  USING INDEX SEEK entity:Entity(id)
WHERE entity.id IN $ids AND entity.tenant = $tenant
  AND (entity.id IN $whole OR NOT EXISTS { MATCH (entity)-[:SAME_AS]-() })
  AND NOT EXISTS {
    MATCH (memory:Memory)
      USING INDEX SEEK memory:Memory(tenant, entity, recorded_at, id)
    WHERE memory.tenant = $tenant AND memory.entity = entity.id
      AND memory.recorded_at IS NOT NULL AND memory.id IS NOT NULL
  }
  AND NOT EXISTS {
    MATCH (memory:Memory)
      USING INDEX SEEK memory:Memory(target, retired_at)
    WHERE memory.target = entity.id AND memory.retired_at IS NOT NULL
  }
RETURN collect(entity.id) AS ids
