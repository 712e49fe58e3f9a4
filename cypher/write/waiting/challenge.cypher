// The memory that challenges a rejection already, with the same value and over the same time.
//
// What was only observed, without a time of its own, is the same however often it is said. One that
// weighs less cannot stand for the claim.
//
// access  read
// param   tenant         STRING
// param   parent         STRING
// param   slot           STRING
// param   rejection      STRING
// param   canonical      STRING
// param   stated         BOOLEAN         whether the claim gives its start
// param   start          ZONED DATETIME  of the claim
// param   end            ZONED DATETIME  of the claim
// param   authority      INTEGER         of the claim
// param   forever        ZONED DATETIME  the end of time
// column  memory         STRING
// column  contradiction  STRING
CYPHER 25
MATCH (contradiction:Contradiction {open_parent: $parent, tenant: $tenant})
  USING INDEX SEEK contradiction:Contradiction(open_parent)
WHERE contradiction.slot = $slot AND contradiction.rejection = $rejection
MATCH (memory:Memory {id: contradiction.challenger, tenant: $tenant})
  USING INDEX SEEK memory:Memory(tenant, id)
WHERE memory.retired_at = $forever
  AND memory.admitted_at = $forever
  AND memory.canonical = $canonical
  AND memory.stated = $stated
  AND (NOT $stated OR memory.start = $start)
  AND memory.end = $end
  AND memory.authority >= $authority
RETURN memory.id AS memory, contradiction.id AS contradiction
ORDER BY memory
LIMIT 1
