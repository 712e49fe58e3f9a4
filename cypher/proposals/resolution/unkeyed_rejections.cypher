// Some rejections of earlier versions, which have no key by looks yet, with the entities that stand for
// those they name.
//
// access  read
// tenant  all     the data of every tenant is brought to this version
// param   unkeyed    STRING          what stands in place of a key
// param   limit      INTEGER
// param   forever    ZONED DATETIME  the end of time
// column  tenant     STRING
// column  id         STRING
// column  key        STRING          the one that it has
// column  entity     STRING          the one that stands for the subject
// column  attribute  STRING
// column  context    STRING
// column  scope      STRING
// column  value      STRING          the entity that stands for the value, or the canonical literal
CYPHER 25
MATCH (rejection:Rejection {found_by: $unkeyed})
  USING INDEX SEEK rejection:Rejection(found_by)
WITH rejection
LIMIT $limit
CALL (rejection) {
  UNWIND [rejection.entity, rejection.canonical] AS named
  RETURN collect(coalesce(COLLECT {
           MATCH (entity:Entity {tenant: rejection.tenant, id: named})
                 (()-[same:SAME_AS WHERE same.system_to = $forever]->()){0,}
                 (stands:Entity)
             USING INDEX SEEK entity:Entity(id)
           WHERE NOT EXISTS {
             MATCH (stands)-[onward:SAME_AS]->()
             WHERE onward.system_to = $forever
           }
           RETURN stands.id
         }[0], named)) AS stand
}
RETURN rejection.tenant AS tenant, rejection.id AS id, rejection.key AS key, stand[0] AS entity,
       rejection.attribute AS attribute, rejection.context AS context,
       coalesce(rejection.scope, '') AS scope, stand[1] AS value
