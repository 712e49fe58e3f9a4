// The ids of the entities that a name leads to: none, one, or some of several.
//
// access  read
// param   tenant  STRING
// param   key     STRING        the name's canonical form
// column  id      STRING
CYPHER 25
MATCH (name:Name {tenant: $tenant, key: $key})-[leads:NAMES]->(entity:Entity)
WHERE leads.tenant = $tenant AND entity.tenant = $tenant
RETURN entity.id AS id
ORDER BY id
LIMIT 100
