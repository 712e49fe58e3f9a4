// The ids of the identities that some names lead to, as known at one system time: of each none, one,
// or some of several.
//
// access  read
// param   tenant     STRING
// param   scopes     LIST<STRING>    that are seen; null for all
// param   keys       LIST<STRING>    the names' canonical forms
// param   system_at  ZONED DATETIME
// column  key        STRING          the form that leads to it
// column  id         STRING          the entity that stood for the identity then
CYPHER 25
UNWIND $keys AS key
MATCH (name:Name {tenant: $tenant, key: key})-[leads:NAMES]->(entity:Entity)
  USING INDEX SEEK name:Name(tenant, key)
WHERE leads.tenant = $tenant
  AND entity.tenant = $tenant
  AND ($scopes IS NULL OR coalesce(entity.scope, '') IN $scopes)
CALL (entity) {
  MATCH (entity) (()-[same:SAME_AS WHERE same.tenant = $tenant AND same.system_from <= $system_at
                                         AND same.system_to > $system_at]->()){0,} (stands:Entity)
  WHERE NOT EXISTS {
    MATCH (stands)-[onward:SAME_AS]->()
    WHERE onward.tenant = $tenant
      AND onward.system_from <= $system_at
      AND onward.system_to > $system_at
  }
  RETURN stands
}
RETURN DISTINCT key, stands.id AS id
ORDER BY id, key
LIMIT 100
