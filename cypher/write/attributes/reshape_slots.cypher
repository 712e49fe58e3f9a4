// Say of parent slots, locked already, how the claims of their attribute stand from now on, and
// take along the memories that wait there with their open contradictions.
//
// access  write
// param   tenant    STRING
// param   parents   LIST<STRING>
// param   many      BOOLEAN       whether each value has a slot of its own
// param   relation  BOOLEAN       whether the values are entities
// param   other     STRING        the form of the relation's other end, or null
// param   waiting   LIST<MAP>     id, slot, canonical, value, typed, target
// column  done      INTEGER
CYPHER 25
CALL () {
  UNWIND $parents AS key
  MATCH (slot:Slot {key: key, tenant: $tenant})
    USING INDEX SEEK slot:Slot(tenant, key)
  SET slot.many = $many, slot.relation = $relation, slot.other = $other
  RETURN count(slot) AS done
}
CALL () {
  UNWIND $waiting AS row
  MATCH (memory:Memory {id: row.id, tenant: $tenant})
    USING INDEX SEEK memory:Memory(tenant, id)
  CALL (row, memory) {
    MATCH (contradiction:Contradiction)
      USING INDEX SEEK contradiction:Contradiction(open_parent)
    WHERE contradiction.open_parent = memory.parent_held AND contradiction.tenant = $tenant
      AND contradiction.challenger = memory.id
    SET contradiction.slot = row.slot
    WITH row, contradiction
    MATCH (slot:Slot {tenant: $tenant, key: row.slot})
      USING INDEX SEEK slot:Slot(tenant, key)
    CREATE (contradiction)-[:ABOUT {tenant: $tenant}]->(slot)
    WITH contradiction, slot
    MATCH (contradiction)-[former:ABOUT]->(other)
    WHERE other <> slot
    DELETE former
  }
  SET memory.slot_held = row.slot, memory.canonical = row.canonical, memory.value = row.value,
      memory.typed = row.typed, memory.target = row.target
}
RETURN done
