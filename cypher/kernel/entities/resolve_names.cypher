// The entities that carry a name, for a list of names, and which of some ids exist.
//
// access  read
// param   tenant    STRING
// param   scopes    LIST<STRING>    in which what names them is said, and the common one
// param   keys      LIST<STRING>    canonical names
// param   ids       LIST<STRING>
// param   forever   ZONED DATETIME  the end of time
// column  key       STRING          the name's key, or the id asked for
// column  id        STRING
// column  kind      STRING
// column  name      STRING          what it is called
// column  scope     STRING
// column  stands    STRING          the entity that stands for its identity: itself, if not absorbed
// column  identity  INTEGER         how often that one's identity, or its consents, have changed
// column  consents  LIST<STRING>    those that stand for it; null if there are none
CYPHER 25
CALL () {
  UNWIND $keys AS key
  MATCH (name:Name {tenant: $tenant, key: key})-[:NAMES]->(entity:Entity {tenant: $tenant})
    USING INDEX SEEK name:Name(tenant, key)
  RETURN key, entity
  UNION ALL
  UNWIND $ids AS key
  MATCH (entity:Entity {tenant: $tenant, id: key})
    USING INDEX SEEK entity:Entity(id)
  RETURN key, entity
}
WITH key, entity
WHERE coalesce(entity.scope, '') IN $scopes
CALL (entity) {
  MATCH (entity) (()-[same:SAME_AS WHERE same.tenant = $tenant AND same.system_to = $forever]->()){0,}
        (stands:Entity)
  WHERE NOT EXISTS {
    MATCH (stands)-[onward:SAME_AS]->()
    WHERE onward.tenant = $tenant AND onward.system_to = $forever
  }
  RETURN stands
}
RETURN key, entity.id AS id, entity.kind AS kind, entity.name AS name,
       coalesce(entity.scope, '') AS scope,
       stands.id AS stands, coalesce(stands.identity, 0) AS identity,
       stands.consents AS consents
ORDER BY key, id
LIMIT 1000
