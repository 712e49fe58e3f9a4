// Entities by their ids, with every name that leads to them.
//
// access  read
// param   tenant  STRING
// param   ids     LIST<STRING>
// column  entity  MAP
// column  names   LIST<STRING>
CYPHER 25
MATCH (entity:Entity)
WHERE entity.id IN $ids AND entity.tenant = $tenant
WITH entity
ORDER BY entity.id
RETURN properties(entity) AS entity,
       COLLECT {
         MATCH (entity)<-[leads:NAMES]-(name:Name)
         WHERE leads.tenant = $tenant AND name.tenant = $tenant
         RETURN name.text
         ORDER BY name.key
         LIMIT 1000
       } AS names
