// Lock slots in the order given, parents first, making those that are not there yet; their entities,
// and those that their claims lead to, are locked before them.
//
// access  write
// param   tenant    STRING
// param   entities  LIST<STRING>
// param   slots     LIST<MAP>       key, parent, entity, attribute, context, scope
// param   forever   ZONED DATETIME  the end of time
// column  locked  INTEGER
CYPHER 25
CALL () {
  CALL () {
    UNWIND $slots AS row
    MATCH (claim:Memory {tenant: $tenant, slot: row.key, retired_at: $forever})
      USING INDEX SEEK claim:Memory(slot, retired_at, start)
    WHERE claim.start < $forever AND claim.target IS NOT NULL
    RETURN collect(DISTINCT claim.canonical) AS led
  }
  UNWIND $entities + led AS id
  WITH DISTINCT id
  ORDER BY id
  MATCH (entity:Entity {tenant: $tenant, id: id})
    USING INDEX SEEK entity:Entity(id)
  REMOVE entity.checksum
}
UNWIND $slots AS row
MERGE (slot:Slot {tenant: $tenant, key: row.key})
  ON CREATE SET slot.parent = row.parent, slot.entity = row.entity,
                slot.attribute = row.attribute, slot.context = row.context,
                slot.scope = row.scope, slot.revision = 0
REMOVE slot.checksum
WITH slot
CALL (slot) {
  WITH slot
  WHERE slot.revision = 0
  MATCH (entity:Entity {id: slot.entity, tenant: $tenant})
    USING INDEX SEEK entity:Entity(id)
  MERGE (entity)-[:HAS_SLOT {tenant: $tenant}]->(slot)
}
RETURN count(slot) AS locked
