// A page of slots in order of their keys, with how much hangs on each.
//
// access  read
// param   tenant     STRING    null for every tenant
// param   after      STRING    the last key seen; empty to begin
// param   limit      INTEGER
// column  slot       MAP
// column  load       INTEGER   how many claims it has
CYPHER 25
MATCH (slot:Slot)
WHERE slot.key > $after AND ($tenant IS NULL OR slot.tenant = $tenant)
WITH slot
ORDER BY slot.key
LIMIT $limit
RETURN properties(slot) AS slot,
       COUNT { MATCH (claim:Memory {slot: slot.key}) WHERE claim.start IS NOT NULL } AS load
