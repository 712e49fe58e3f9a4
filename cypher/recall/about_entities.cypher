// The memories behind the beliefs about some entities at a point, and about what they are related to.
//
// access  read
// param   tenant     STRING
// param   entities   LIST<STRING>
// param   valid_at   ZONED DATETIME
// param   system_at  ZONED DATETIME
// param   limit      INTEGER         beliefs at each distance
// column  id         STRING          a memory
// column  attribute  STRING
// column  distance   INTEGER         0: about the entity itself; 1: about one that it is related to
CYPHER 25
CALL () {
  UNWIND $entities AS id
  MATCH (entity:Entity {id: id, tenant: $tenant})-[belief:ATTRIBUTE|RELATION]-()
    USING INDEX SEEK entity:Entity(id)
  WHERE belief.tenant = $tenant
    AND belief.valid_from <= $valid_at AND belief.valid_to > $valid_at
    AND belief.system_from <= $system_at AND belief.system_to > $system_at
  RETURN belief, 0 AS distance
  ORDER BY belief.valid_from DESC, belief.id
  LIMIT $limit
  UNION
  UNWIND $entities AS id
  MATCH (entity:Entity {id: id, tenant: $tenant})-[step:RELATION]-(other:Entity)
    USING INDEX SEEK entity:Entity(id)
  WHERE step.tenant = $tenant AND other.tenant = $tenant
    AND step.valid_from <= $valid_at AND step.valid_to > $valid_at
    AND step.system_from <= $system_at AND step.system_to > $system_at
  WITH DISTINCT other
  LIMIT $limit
  MATCH (other)-[belief:ATTRIBUTE|RELATION]->()
  WHERE belief.tenant = $tenant
    AND belief.valid_from <= $valid_at AND belief.valid_to > $valid_at
    AND belief.system_from <= $system_at AND belief.system_to > $system_at
  RETURN belief, 1 AS distance
  ORDER BY belief.valid_from DESC, belief.id
  LIMIT $limit
}
RETURN belief.memories[0] AS id,
       belief.attribute AS attribute,
       min(distance) AS distance
ORDER BY distance, id, attribute
