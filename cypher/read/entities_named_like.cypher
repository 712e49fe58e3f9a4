// The entities of a tenant with a name in which some word begins like the search, a page of them.
//
// Those that are absorbed in others are left out.
//
// access  read
// param   tenant      STRING
// param   words       STRING        the search's canonical form, after a blank
// param   kind        STRING        null for every kind
// param   after_name  STRING        the last name seen; empty to begin
// param   after_id    STRING        the id of the last one seen; empty to begin
// param   limit       INTEGER
// param   forever     ZONED DATETIME  the end of time
// column  id          STRING
CYPHER 25
MATCH (name:Name)-[leads:NAMES]->(entity:Entity)
WHERE name.tenant = $tenant
  AND name.key IS NOT NULL
  AND ' ' + name.key CONTAINS $words
  AND leads.tenant = $tenant
  AND entity.tenant = $tenant
  AND (entity.name > $after_name OR (entity.name = $after_name AND entity.id > $after_id))
  AND ($kind IS NULL OR entity.kind = $kind)
  AND NOT EXISTS {
    MATCH (entity)-[same:SAME_AS]->()
    WHERE same.tenant = $tenant AND same.system_to = $forever
  }
WITH DISTINCT entity
RETURN entity.id AS id
ORDER BY entity.name, entity.id
LIMIT $limit
