// The rejections of an attribute's values that are literals where it is a relation, or the other way
// round, with the entities that stand for those they name.
//
// access  read
// scans   rejections by attribute have no index, and a tenant has few
// param   tenant     STRING
// param   attribute  STRING
// param   relation   BOOLEAN         whether the values are to be entities
// param   forever    ZONED DATETIME  the end of time
// column  id         STRING
// column  entity     STRING          the one that stands for the subject
// column  context    STRING
// column  scope      STRING
// column  canonical  STRING
// column  value      STRING          the literal as said, or the entity
// column  name       STRING          of the entity that stands for the value; null for a literal
CYPHER 25
MATCH (rejection:Rejection)
  USING INDEX SEEK rejection:Rejection(tenant, rejected_at)
WHERE rejection.tenant = $tenant AND rejection.rejected_at IS NOT NULL
  AND rejection.attribute = $attribute AND rejection.lifted_at = $forever
CALL (rejection) {
  MATCH (named:Entity {tenant: $tenant, id: rejection.entity})
        (()-[same:SAME_AS WHERE same.tenant = $tenant AND same.system_to = $forever]->()){0,}
        (stands:Entity)
    USING INDEX SEEK named:Entity(id)
  WHERE NOT EXISTS {
    MATCH (stands)-[onward:SAME_AS]->()
    WHERE onward.tenant = $tenant AND onward.system_to = $forever
  }
  RETURN stands.id AS entity
}
WITH rejection, entity,
     COLLECT {
       MATCH (named:Entity {tenant: $tenant, id: rejection.canonical})
             (()-[same:SAME_AS WHERE same.tenant = $tenant AND same.system_to = $forever]->()){0,}
             (stands:Entity)
         USING INDEX SEEK named:Entity(id)
       WHERE NOT EXISTS {
         MATCH (stands)-[onward:SAME_AS]->()
         WHERE onward.tenant = $tenant AND onward.system_to = $forever
       }
       RETURN stands.name
     }[0] AS name
WHERE (name IS NOT NULL) <> $relation
RETURN rejection.id AS id, entity, rejection.context AS context,
       coalesce(rejection.scope, '') AS scope, rejection.canonical AS canonical,
       rejection.value AS value, name
