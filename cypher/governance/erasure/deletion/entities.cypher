// Delete entities with what is left of their slots, and names that nobody else has.
//
// access  write
// param   tenant   STRING
// param   ids      LIST<STRING>  in order
// column  deleted  INTEGER
CYPHER 25
CALL () {
  UNWIND $ids AS id
  MATCH (slot:Slot {entity: id, tenant: $tenant})
    USING INDEX SEEK slot:Slot(entity, attribute)
  WHERE slot.attribute IS NOT NULL
  DETACH DELETE slot
}
UNWIND $ids AS id
MATCH (entity:Entity {id: id, tenant: $tenant})
  USING INDEX SEEK entity:Entity(id)
REMOVE entity.checksum
WITH entity
OPTIONAL MATCH (name:Name)-[:NAMES]->(entity)
WITH collect(DISTINCT entity) AS entities, collect(DISTINCT name) AS names
CALL (entities) {
  UNWIND entities AS entity
  DETACH DELETE entity
}
CALL (names) {
  UNWIND names AS name
  WITH name
  WHERE NOT EXISTS { MATCH (name)-[:NAMES]->() }
  DETACH DELETE name
}
RETURN size(entities) AS deleted
