// A page of entities in order of their ids, with what is tied to each across tenants.
//
// access  read
// param   tenant     STRING        null for every tenant
// param   after      STRING        the last id seen; empty to begin
// param   limit      INTEGER
// column  id         STRING
// column  strangers  LIST<STRING>  beliefs, names and the like that belong to another tenant
CYPHER 25
MATCH (entity:Entity)
WHERE entity.id > $after AND ($tenant IS NULL OR entity.tenant = $tenant)
WITH entity
ORDER BY entity.id
LIMIT $limit
RETURN entity.id AS id,
       COLLECT {
         MATCH (entity)-[tie]-(other)
         WHERE coalesce(tie.tenant, '') <> entity.tenant OR coalesce(other.tenant, '') <> entity.tenant
         RETURN type(tie) + ' ' + coalesce(tie.id, other.id, other.key, '?')
         ORDER BY type(tie), tie.id, other.id
         LIMIT 10
       } AS strangers
