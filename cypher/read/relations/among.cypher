// The relations between some entities, both axes as of one point.
//
// access  read
// param   tenant     STRING
// param   scopes     LIST<STRING>    that are seen; null for all
// param   entities   LIST<STRING>
// param   relations  LIST<STRING>    their names; null for all
// param   valid_at   ZONED DATETIME
// param   system_at  ZONED DATETIME
// param   limit      INTEGER
// column  id         STRING          a belief
CYPHER 25
UNWIND $entities AS entity
MATCH (source:Entity {id: entity})
  USING INDEX SEEK source:Entity(id)
WHERE source.tenant = $tenant
MATCH (source)-[hop:BELIEF]->(other:Entity)
WHERE hop.valid_to > $valid_at
  AND hop.valid_from <= $valid_at
  AND hop.system_from <= $system_at
  AND hop.system_to > $system_at
  AND hop.tenant = $tenant
  AND ($scopes IS NULL OR coalesce(hop.scope, '') IN $scopes)
  AND ($relations IS NULL OR hop.attribute IN $relations)
  AND other.id IN $entities
RETURN hop.id AS id
ORDER BY id
LIMIT $limit
