// Say of parent slots, locked already, how the claims of their attribute stand from now on, and
// take along the memories that wait there with their open contradictions.
//
// access  write
// param   tenant   STRING
// param   parents  LIST<STRING>
// param   many     BOOLEAN        whether each value has a slot of its own
// param   waiting  LIST<MAP>      id, slot
// column  done     INTEGER
CYPHER 25
CALL () {
  UNWIND $parents AS key
  MATCH (slot:Slot {key: key, tenant: $tenant})
  SET slot.many = $many
  RETURN count(slot) AS done
}
CALL () {
  UNWIND $waiting AS row
  MATCH (memory:Memory {id: row.id, tenant: $tenant})
  CALL (row, memory) {
    MATCH (doubt:Contradiction)
    WHERE doubt.open_parent = memory.parent_held AND doubt.tenant = $tenant
      AND doubt.challenger = memory.id
    SET doubt.slot = row.slot
  }
  SET memory.slot_held = row.slot
}
RETURN done
