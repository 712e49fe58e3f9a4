// What some slots are known to have held by now: the latest beliefs of each.
//
// access  read
// scope   all  its keys are of slots that are seen
// param   tenant     STRING
// param   slots      LIST<STRING>
// param   forever    ZONED DATETIME  the end of time
// param   limit      INTEGER         beliefs of each slot
// column  slot       STRING
// column  turned     BOOLEAN         whether the slot is the one at the other end
// column  belief     MAP
// column  contested  BOOLEAN
CYPHER 25
UNWIND $slots AS key
CALL (key) {
  CALL (key) {
    MATCH ()-[found:BELIEF]->()
      USING INDEX SEEK found:BELIEF(slot, system_to, valid_to)
    WHERE found.slot = key AND found.system_to = $forever AND found.valid_to <= $forever
      AND found.tenant = $tenant
    RETURN found, false AS turned
    UNION ALL
    MATCH ()-[found:BELIEF]->()
      USING INDEX SEEK found:BELIEF(other_slot, system_to)
    WHERE found.other_slot = key AND found.system_to = $forever AND found.tenant = $tenant
    RETURN found, true AS turned
  }
  RETURN found, turned
  ORDER BY found.valid_from DESC, found.id
  LIMIT $limit
}
RETURN key AS slot,
       turned,
       properties(found) AS belief,
       EXISTS {
         MATCH (contradiction:Contradiction {open_parent: found.parent})
           USING INDEX SEEK contradiction:Contradiction(open_parent)
         WHERE contradiction.tenant = $tenant
           AND contradiction.slot IN [found.slot, found.parent]
       } AS contested
ORDER BY slot, found.valid_from, found.id
