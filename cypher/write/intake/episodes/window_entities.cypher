// The entities that go by any of these names, then those that stand in a relation to them then.
//
// access  read
// param   tenant   STRING
// param   scopes   LIST<STRING>    that are seen; null for all
// param   keys     LIST<STRING>    canonical names
// param   at       ZONED DATETIME  when it is said
// param   forever  ZONED DATETIME  the open end
// param   limit    INTEGER
// column  id       STRING
// column  name     STRING
// column  kind     STRING
// column  role     STRING          "Ana's manager", if a relation gives one
CYPHER 25
CALL () {
  UNWIND $keys AS key
  MATCH (name:Name {tenant: $tenant, key: key})-[:NAMES]->(named:Entity)
    USING INDEX SEEK name:Name(tenant, key)
  WHERE ($scopes IS NULL OR coalesce(named.scope, '') IN $scopes)
  RETURN DISTINCT named
  LIMIT $limit
}
OPTIONAL MATCH (named)-[relation:BELIEF]->(related:Entity)
WHERE relation.system_to = $forever
  AND relation.valid_from <= $at
  AND $at < relation.valid_to
  AND related.tenant = $tenant
  AND ($scopes IS NULL OR coalesce(relation.scope, '') IN $scopes)
WITH named, relation, related
ORDER BY relation.system_from DESC
LIMIT 300
WITH collect(DISTINCT {entity: named, role: null})
     + collect({entity: related, role: named.name + "'s " + relation.attribute}) AS rows
UNWIND rows AS row
WITH row.entity AS entity, max(row.role) AS role, min(CASE WHEN row.role IS NULL THEN 0 ELSE 1 END) AS distance
WHERE entity IS NOT NULL
RETURN entity.id AS id,
       entity.name AS name,
       entity.kind AS kind,
       role
ORDER BY distance, name, id
LIMIT $limit
