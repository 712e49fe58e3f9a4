// The memories behind the beliefs about some entities within a period, and about what they are related
// to.
//
// Of each entity so many edges are read, and no more: a limit stands before what compares them. The
// database gives the edges of a node that were made last first.
//
// access  read
// param   tenant       STRING
// param   scopes       LIST<STRING>    that are seen; null for all
// param   entities     LIST<STRING>
// param   valid_first  ZONED DATETIME  the period's first moment
// param   valid_last   ZONED DATETIME  its last; of one instant the same
// param   system_at    ZONED DATETIME
// param   among        INTEGER         so many edges of each are looked at, of any scope
// param   edges        INTEGER         to read of each entity: that lead out, and that lead in
// param   near         INTEGER         that lead out, to read of each one that it is related to
// param   limit        INTEGER         beliefs at each distance
// column  found        LIST<MAP>       id: of a memory; attribute; distance: 0 about the entity itself,
//                                      1 about one that it is related to
CYPHER 25
CALL () {
  UNWIND $entities AS id
  MATCH (entity:Entity {id: id, tenant: $tenant})
    USING INDEX SEEK entity:Entity(id)
  CALL (entity) {
    MATCH (entity)-[belief:BELIEF]->()
    WITH belief
    LIMIT $among
    WITH belief
    WHERE ($scopes IS NULL OR coalesce(belief.scope, '') IN $scopes)
    RETURN belief
    LIMIT $edges
    UNION ALL
    MATCH (entity)<-[belief:BELIEF]-()
    WITH belief
    LIMIT $among
    WITH belief
    WHERE ($scopes IS NULL OR coalesce(belief.scope, '') IN $scopes)
    RETURN belief
    LIMIT $edges
  }
  WITH belief
  WHERE belief.tenant = $tenant
    AND belief.valid_from <= $valid_last AND belief.valid_to > $valid_first
    AND belief.system_from <= $system_at AND belief.system_to > $system_at
  RETURN belief, 0 AS distance
  ORDER BY belief.valid_from DESC, belief.id
  LIMIT $limit
  UNION
  UNWIND $entities AS id
  MATCH (entity:Entity {id: id, tenant: $tenant})
    USING INDEX SEEK entity:Entity(id)
  CALL (entity) {
    MATCH (entity)-[step:BELIEF]-(other)
    WITH step, other
    LIMIT $among
    WITH step, other
    WHERE other:Entity AND ($scopes IS NULL OR coalesce(step.scope, '') IN $scopes)
    RETURN step, other
    LIMIT $edges
  }
  WITH step, other
  WHERE step.tenant = $tenant AND other.tenant = $tenant
    AND step.valid_from <= $valid_last AND step.valid_to > $valid_first
    AND step.system_from <= $system_at AND step.system_to > $system_at
  WITH DISTINCT other
  LIMIT $limit
  CALL (other) {
    MATCH (other)-[belief:BELIEF]->()
    WITH belief
    LIMIT $among
    WITH belief
    WHERE ($scopes IS NULL OR coalesce(belief.scope, '') IN $scopes)
    RETURN belief
    LIMIT $near
  }
  WITH belief
  WHERE belief.tenant = $tenant
    AND belief.valid_from <= $valid_last AND belief.valid_to > $valid_first
    AND belief.system_from <= $system_at AND belief.system_to > $system_at
  RETURN belief, 1 AS distance
  ORDER BY belief.valid_from DESC, belief.id
  LIMIT $limit
}
WITH belief.memories[0] AS id,
     belief.attribute AS attribute,
     min(distance) AS distance
ORDER BY distance, id, attribute
RETURN collect({id: id, attribute: attribute, distance: distance}) AS found
