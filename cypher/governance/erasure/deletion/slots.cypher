// Delete those of some slots in which nothing stands, stood or waits any more.
//
// access  write
// param   tenant   STRING
// param   keys     LIST<STRING>  locked; of values before those of their parents
// column  deleted  INTEGER
CYPHER 25
UNWIND $keys AS key
CALL (key) {
  MATCH (slot:Slot {tenant: $tenant, key: key})
    USING INDEX SEEK slot:Slot(tenant, key)
  WHERE NOT EXISTS { MATCH (slot)<-[:STOOD_IN]-() }
    AND NOT EXISTS {
      MATCH (claim:Memory)
        USING INDEX SEEK claim:Memory(slot, retired_at, start)
      WHERE claim.slot = key AND claim.retired_at IS NOT NULL AND claim.start IS NOT NULL
    }
    AND NOT EXISTS {
      MATCH (there:Memory)
        USING INDEX SEEK there:Memory(other_slot, retired_at)
      WHERE there.other_slot = key AND there.retired_at IS NOT NULL
    }
    AND NOT EXISTS {
      MATCH (waiting:Memory)
        USING INDEX SEEK waiting:Memory(parent_held)
      WHERE waiting.parent_held = key
    }
    AND NOT EXISTS {
      MATCH (value:Slot)
        USING INDEX SEEK value:Slot(parent)
      WHERE value.parent = key AND value.key <> key
    }
  DETACH DELETE slot
  RETURN count(*) AS gone
}
RETURN sum(gone) AS deleted
