// An entity's identity as known now: who stands for it, and who is absorbed in it.
//
// access  read
// param   tenant       STRING
// param   scopes       LIST<STRING>    that are seen; null for all
// param   id           STRING
// param   forever      ZONED DATETIME  the end of time
// column  stands       STRING          the entity that stands for its identity: itself, if not absorbed
// column  scope        STRING          in which the entity is known
// column  into         STRING          the entity it was merged into; null if it is not absorbed
// column  members      LIST<STRING>    itself, and all that are absorbed in it
// column  whole        LIST<STRING>    the one that stands for it, and all that are absorbed in that
// column  system_last  ZONED DATETIME  of the last merge or split of any of these
// column  unfinished   LIST<STRING>    if that has claims left to be moved: the absorbed, and the entities
//                                      that stood for it before and do now; else null
CYPHER 25
MATCH (entity:Entity {tenant: $tenant, id: $id})
  USING INDEX SEEK entity:Entity(id)
WHERE ($scopes IS NULL OR coalesce(entity.scope, '') IN $scopes)
CALL (entity) {
  MATCH (entity) (()-[same:SAME_AS WHERE same.tenant = $tenant AND same.system_to = $forever]->()){0,}
        (stands:Entity)
  WHERE NOT EXISTS {
    MATCH (stands)-[onward:SAME_AS]->()
    WHERE onward.tenant = $tenant AND onward.system_to = $forever
  }
  RETURN stands
}
RETURN stands.id AS stands,
       coalesce(entity.scope, '') AS scope,
       head(COLLECT {
         MATCH (entity)-[same:SAME_AS]->(keep)
         WHERE same.tenant = $tenant AND same.system_to = $forever
         RETURN keep.id
       }) AS into,
       COLLECT {
         MATCH (member:Entity) (()-[same:SAME_AS WHERE same.tenant = $tenant AND same.system_to = $forever]->()){0,}
               (entity)
         RETURN member.id
         ORDER BY member.id
       } AS members,
       COLLECT {
         MATCH (member:Entity) (()-[same:SAME_AS WHERE same.tenant = $tenant AND same.system_to = $forever]->()){0,}
               (stands)
         RETURN member.id
         ORDER BY member.id
       } AS whole,
       stands.identity_last AS system_last,
       stands.unfinished AS unfinished
