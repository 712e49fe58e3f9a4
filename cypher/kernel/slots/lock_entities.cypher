// Lock some entities, in the order given.
//
// access  write
// param   tenant  STRING
// param   ids     LIST<STRING>
// column  locked  INTEGER
CYPHER 25
UNWIND $ids AS id
MATCH (entity:Entity {tenant: $tenant, id: id})
  USING INDEX SEEK entity:Entity(id)
REMOVE entity.checksum
RETURN count(entity) AS locked
