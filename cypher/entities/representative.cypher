// Which entity stood for the identity of some entity, as known at one system time.
//
// access  read
// param   tenant     STRING
// param   scopes     LIST<STRING>    that are seen; null for all
// param   id         STRING
// param   system_at  ZONED DATETIME
// column  id         STRING          the entity itself, if it was not absorbed then
CYPHER 25
MATCH (entity:Entity {tenant: $tenant, id: $id})
  USING INDEX SEEK entity:Entity(id)
WHERE ($scopes IS NULL OR coalesce(entity.scope, '') IN $scopes)
MATCH (entity) (()-[same:SAME_AS WHERE same.tenant = $tenant AND same.system_from <= $system_at
                                       AND same.system_to > $system_at]->()){0,} (stands:Entity)
WHERE NOT EXISTS {
  MATCH (stands)-[onward:SAME_AS]->()
  WHERE onward.tenant = $tenant AND onward.system_from <= $system_at AND onward.system_to > $system_at
}
RETURN stands.id AS id
