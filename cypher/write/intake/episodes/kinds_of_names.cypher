// What kinds of entities go by each of some canonical names.
//
// access  read
// param   tenant  STRING
// param   scopes  LIST<STRING>  that are seen; null for all
// param   keys    LIST<STRING>
// column  key     STRING
// column  kind    STRING
CYPHER 25
UNWIND $keys AS key
MATCH (name:Name {tenant: $tenant, key: key})-[:NAMES]->(entity:Entity {tenant: $tenant})
  USING INDEX SEEK name:Name(tenant, key)
WHERE ($scopes IS NULL OR coalesce(entity.scope, '') IN $scopes)
RETURN key,
       entity.kind AS kind
ORDER BY key, kind
