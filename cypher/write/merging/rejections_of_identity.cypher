// The rejections that stand against values of some entities, or against these as values.
//
// access  read
// scans   rejections by value have no index, and a tenant has few
// param   tenant     STRING
// param   entities   LIST<STRING>
// param   forever    ZONED DATETIME  the end of time
// column  rejection  MAP
// column  entity     STRING          the entity that stands for its own now
// column  value      STRING          the same for its value; null if that is a literal
CYPHER 25
CALL () {
  MATCH (rejection:Rejection)
    USING INDEX SEEK rejection:Rejection(tenant, entity, rejected_at)
  WHERE rejection.tenant = $tenant AND rejection.entity IN $entities
    AND rejection.rejected_at IS NOT NULL
  RETURN rejection
  UNION
  MATCH (rejection:Rejection)
    USING INDEX SEEK rejection:Rejection(tenant, rejected_at)
  WHERE rejection.tenant = $tenant AND rejection.rejected_at IS NOT NULL
    AND rejection.canonical IN $entities
  RETURN rejection
}
WITH rejection
WHERE rejection.lifted_at = $forever
RETURN rejection { .id, .entity, .attribute, .context, .scope, .canonical } AS rejection,
       COLLECT {
         MATCH (entity:Entity {tenant: $tenant, id: rejection.entity})
               (()-[same:SAME_AS WHERE same.tenant = $tenant AND same.system_to = $forever]->()){0,}
               (stands:Entity)
           USING INDEX SEEK entity:Entity(id)
         WHERE NOT EXISTS {
           MATCH (stands)-[onward:SAME_AS]->()
           WHERE onward.tenant = $tenant AND onward.system_to = $forever
         }
         RETURN stands.id
       }[0] AS entity,
       COLLECT {
         MATCH (entity:Entity {tenant: $tenant, id: rejection.canonical})
               (()-[same:SAME_AS WHERE same.tenant = $tenant AND same.system_to = $forever]->()){0,}
               (stands:Entity)
           USING INDEX SEEK entity:Entity(id)
         WHERE NOT EXISTS {
           MATCH (stands)-[onward:SAME_AS]->()
           WHERE onward.tenant = $tenant AND onward.system_to = $forever
         }
         RETURN stands.id
       }[0] AS value
