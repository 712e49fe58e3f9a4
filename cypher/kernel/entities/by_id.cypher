// Entities by their ids, with every name that leads to their identity.
//
// access  read
// param   tenant    STRING
// param   scopes    LIST<STRING>    that are seen; null for all
// param   ids       LIST<STRING>
// param   forever   ZONED DATETIME  the end of time
// column  entity    MAP
// column  stands    STRING          the entity that stands for its identity: itself, if not absorbed
// column  absorbed  LIST<STRING>    the others that it stands for
// column  names     LIST<STRING>
CYPHER 25
MATCH (entity:Entity)
  USING INDEX SEEK entity:Entity(id)
WHERE entity.id IN $ids
  AND entity.tenant = $tenant
  AND ($scopes IS NULL OR coalesce(entity.scope, '') IN $scopes)
WITH entity
ORDER BY entity.id
CALL (entity) {
  MATCH (entity) (()-[same:SAME_AS WHERE same.tenant = $tenant AND same.system_to = $forever]->()){0,}
        (stands:Entity)
  WHERE NOT EXISTS {
    MATCH (stands)-[onward:SAME_AS]->()
    WHERE onward.tenant = $tenant AND onward.system_to = $forever
  }
  RETURN stands
}
RETURN properties(entity) AS entity,
       stands.id AS stands,
       COLLECT {
         MATCH (member:Entity) (()-[same:SAME_AS WHERE same.tenant = $tenant AND same.system_to = $forever]->()){1,}
               (entity)
         RETURN member.id
         ORDER BY member.id
         LIMIT 1000
       } AS absorbed,
       COLLECT {
         MATCH (member:Entity) (()-[same:SAME_AS WHERE same.tenant = $tenant AND same.system_to = $forever]->()){0,}
               (stands)
         MATCH (member)<-[leads:NAMES]-(name:Name)
         WHERE leads.tenant = $tenant AND name.tenant = $tenant
         WITH DISTINCT name
         RETURN name.text
         ORDER BY name.key
         LIMIT 1000
       } AS names
