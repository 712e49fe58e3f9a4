// Which entities stood for the identities of some entities, as known at one system time.
//
// access  read
// param   tenant     STRING
// param   scopes     LIST<STRING>    that are seen; null for all
// param   ids        LIST<STRING>
// param   system_at  ZONED DATETIME
// column  id         STRING          of those asked for, each that is known
// column  stands     STRING          the entity itself, if it was not absorbed then
CYPHER 25
UNWIND $ids AS id
MATCH (entity:Entity {tenant: $tenant, id: id})
  USING INDEX SEEK entity:Entity(id)
WHERE ($scopes IS NULL OR coalesce(entity.scope, '') IN $scopes)
MATCH (entity) (()-[same:SAME_AS WHERE same.tenant = $tenant AND same.system_from <= $system_at
                                       AND same.system_to > $system_at]->()){0,} (stands:Entity)
WHERE NOT EXISTS {
  MATCH (stands)-[onward:SAME_AS]->()
  WHERE onward.tenant = $tenant AND onward.system_from <= $system_at AND onward.system_to > $system_at
}
RETURN id, stands.id AS stands
