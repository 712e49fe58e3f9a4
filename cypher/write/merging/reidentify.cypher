// Absorb an entity in another, or end that; what waits and what is rejected goes with its claims.
// Done again at the same system time it moves what else waits, and marks what is left.
//
// access  write
// param   tenant      STRING
// param   absorbed    STRING
// param   keep        STRING          null for a split
// param   changed     LIST<STRING>    the entities that stood for the identities before or do so now
// param   unfinished  LIST<STRING>    the absorbed and those that stand for it before and after, if more
//                                     is left to be moved; else null
// param   now         ZONED DATETIME
// param   forever     ZONED DATETIME  the end of time
// param   waiting     LIST<MAP>       id, slot, parent, canonical: memories that wait for an answer
// param   rejections  LIST<MAP>       id, key, found_by
// column  done        INTEGER
CYPHER 25
MATCH (absorbed:Entity {tenant: $tenant, id: $absorbed})
  USING INDEX SEEK absorbed:Entity(id)
CALL (absorbed) {
  MATCH (absorbed)-[same:SAME_AS]->()
  WHERE same.tenant = $tenant AND same.system_to = $forever AND $keep IS NULL
  WITH same, same.system_from >= $now AS fresh
  FOREACH (it IN CASE WHEN fresh THEN [same] ELSE [] END | DELETE it)
  FOREACH (it IN CASE WHEN fresh THEN [] ELSE [same] END | SET it.system_to = $now)
}
CALL (absorbed) {
  MATCH (keep:Entity {tenant: $tenant, id: $keep})
    USING INDEX SEEK keep:Entity(id)
  MERGE (absorbed)-[:SAME_AS {tenant: $tenant, system_from: $now, system_to: $forever}]->(keep)
}
CALL () {
  UNWIND $changed AS id
  MATCH (entity:Entity {tenant: $tenant, id: id})
    USING INDEX SEEK entity:Entity(id)
  SET entity.identity = coalesce(entity.identity, 0) + 1, entity.identity_last = $now,
      entity.unfinished = $unfinished
}
CALL () {
  UNWIND $waiting AS row
  MATCH (memory:Memory {tenant: $tenant, id: row.id})
    USING INDEX SEEK memory:Memory(tenant, id)
  CALL (row, memory) {
    MATCH (contradiction:Contradiction)
      USING INDEX SEEK contradiction:Contradiction(open_parent)
    WHERE contradiction.open_parent = memory.parent_held AND contradiction.tenant = $tenant
      AND contradiction.challenger = memory.id
    SET contradiction.open_parent = row.parent, contradiction.parent = row.parent, contradiction.slot = row.slot
    WITH row, contradiction
    MATCH (slot:Slot {tenant: $tenant, key: row.slot})
      USING INDEX SEEK slot:Slot(tenant, key)
    CREATE (contradiction)-[:ABOUT {tenant: $tenant}]->(slot)
    WITH contradiction, slot
    MATCH (contradiction)-[former:ABOUT]->(other)
    WHERE other <> slot
    DELETE former
  }
  SET memory.slot_held = row.slot, memory.parent_held = row.parent, memory.canonical = row.canonical
}
CALL () {
  UNWIND $rejections AS row
  MATCH (rejection:Rejection {id: row.id})
    USING INDEX SEEK rejection:Rejection(id)
  WHERE rejection.tenant = $tenant
  WITH row, rejection, COLLECT {
         MATCH (twin:Rejection {key: rejection.other})
           USING INDEX SEEK twin:Rejection(key)
         WHERE twin.tenant = $tenant AND twin.other = rejection.key
         RETURN twin
       } AS twins
  // Both ends of a relation may change their keys: each is found under the old one first.
  WITH collect({key: row.key, found_by: row.found_by, rejection: rejection, twins: twins}) AS changes
  UNWIND changes AS change
  WITH change.key AS key, change.found_by AS found_by, change.rejection AS rejection, change.twins AS twins
  SET rejection.key = key, rejection.found_by = found_by
  FOREACH (twin IN twins | SET twin.other = key)
}
RETURN 1 AS done
