// One step along relations from several entities, both axes as of one point: for each entity
// reached that was not seen before, the first belief that leads to it.
//
// access  read
// param   tenant    STRING
// param   scopes    LIST<STRING>    that are seen; null for all
// param   frontier  LIST<STRING>    where to step from, in order
// param   seen      LIST<STRING>    where not to step to
// param   forward   LIST<STRING>    relations to follow; null for all
// param   backward  LIST<STRING>    relations to follow from target to entity; null for all
// param   valid_at  ZONED DATETIME
// param   system_at ZONED DATETIME
// param   limit     INTEGER
// column  id        STRING          the entity reached
// column  source    STRING          the entity it was reached from
// column  belief    STRING          the belief between the two; followed back, with an i before it
CYPHER 25
UNWIND range(0, size($frontier) - 1) AS place
MATCH (source:Entity {id: $frontier[place]})
  USING INDEX SEEK source:Entity(id)
WHERE source.tenant = $tenant
CALL (source) {
  MATCH (source)-[hop:BELIEF]->(other:Entity)
  WHERE $forward IS NULL OR hop.attribute IN $forward
  RETURN hop, other, '' AS turned
  UNION ALL
  MATCH (source)<-[hop:BELIEF]-(other:Entity)
  WHERE $backward IS NULL OR hop.attribute IN $backward
  RETURN hop, other, 'i' AS turned
}
WITH place, source, hop, other, turned
WHERE hop.valid_to > $valid_at
  AND hop.valid_from <= $valid_at
  AND hop.system_from <= $system_at
  AND hop.system_to > $system_at
  AND hop.tenant = $tenant
  AND ($scopes IS NULL OR coalesce(hop.scope, '') IN $scopes)
  AND other.tenant = $tenant
  AND ($scopes IS NULL OR coalesce(other.scope, '') IN $scopes)
  AND NOT other.id IN $seen
WITH place, source, hop, other, turned
ORDER BY place, hop.attribute, coalesce(hop.context, ''), hop.valid_from, hop.system_from, hop.id
WITH other.id AS id, HEAD(COLLECT([source.id, turned + hop.id])) AS first
RETURN id, first[0] AS source, first[1] AS belief
ORDER BY id
LIMIT $limit
