// The entities of a tenant by name, a page of them.
//
// Names are compared by the index alone, which orders them by code points; a comparison with a
// parameter that is not the index's goes by UTF-16 units.
//
// access  read
// scans   a page, in the order of the index
// param   tenant      STRING
// param   scopes      LIST<STRING>    that are seen; null for all
// param   kind        STRING        null for every kind
// param   after_name  STRING        the last name seen; empty to begin
// param   after_id    STRING        the id of the last one seen; empty to begin
// param   limit       INTEGER
// param   forever     ZONED DATETIME  the end of time
// column  id          STRING
CYPHER 25
MATCH (entity:Entity)
  USING INDEX SEEK entity:Entity(tenant, name)
WHERE entity.tenant = $tenant
  AND ($scopes IS NULL OR coalesce(entity.scope, '') IN $scopes)
  AND entity.name >= $after_name
  AND NOT (entity.name = $after_name AND entity.id <= $after_id)
  AND ($kind IS NULL OR entity.kind = $kind)
  AND NOT EXISTS {
    MATCH (entity)-[same:SAME_AS]->()
    WHERE same.tenant = $tenant AND same.system_to = $forever
  }
RETURN entity.id AS id
ORDER BY entity.tenant, entity.name, entity.id
LIMIT $limit
