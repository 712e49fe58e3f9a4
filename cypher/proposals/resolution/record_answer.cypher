// Settle a contradiction by a person's answer; in its slot loops are looked for from there on.
//
// access  write
// param   tenant      STRING
// param   id          STRING
// param   now         ZONED DATETIME
// param   actor       STRING
// param   reason      STRING
// param   resolution  STRING
// param   memory      STRING          the answer itself
// param   slot        STRING          where the challenger stood, locked
// param   answered    ZONED DATETIME  the challenger's start
// column  open        INTEGER         how many others wait in the same slot
CYPHER 25
MATCH (found:Contradiction {id: $id, tenant: $tenant})
  USING INDEX SEEK found:Contradiction(id)
WITH found, found.open_parent AS parent
SET found.status = 'RESOLVED', found.resolution = $resolution, found.resolved_by = $memory,
    found.resolved_at = $now, found.actor = $actor, found.reason = $reason
REMOVE found.open_parent
WITH parent
MATCH (slot:Slot {key: $slot, tenant: $tenant})
  USING INDEX SEEK slot:Slot(tenant, key)
SET slot.answered_at = CASE
      WHEN slot.answered_at > $answered THEN slot.answered_at
      ELSE $answered
    END
WITH parent, slot
RETURN COUNT {
         MATCH (other:Contradiction {open_parent: parent, tenant: $tenant})
           USING INDEX SEEK other:Contradiction(open_parent)
         WHERE other.slot IN [slot.key, parent]
       } AS open
