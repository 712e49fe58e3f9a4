// The entities that carry a name, for a list of names, and which of some ids exist.
//
// access  read
// param   tenant  STRING
// param   keys    LIST<STRING>  canonical names
// param   ids     LIST<STRING>
// column  key     STRING        the name's key, or the id asked for
// column  id      STRING
// column  kind    STRING
CYPHER 25
CALL () {
  UNWIND $keys AS key
  MATCH (:Name {tenant: $tenant, key: key})-[:NAMES]->(entity:Entity {tenant: $tenant})
  RETURN key, entity
  UNION ALL
  UNWIND $ids AS key
  MATCH (entity:Entity {tenant: $tenant, id: key})
  RETURN key, entity
}
RETURN key, entity.id AS id, entity.kind AS kind
ORDER BY key, id
LIMIT 1000
