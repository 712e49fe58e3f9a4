// A page of a tenant's slots in order of their keys, with how many claims hang on each.
//
// access  read
// param   tenant  STRING
// param   after   STRING    the last key seen; empty to begin
// param   limit   INTEGER
// column  slot    MAP
// column  load    INTEGER
CYPHER 25
MATCH (slot:Slot)
USING INDEX slot:Slot(tenant, key)
WHERE slot.tenant = $tenant AND slot.key > $after
WITH slot
ORDER BY slot.tenant, slot.key
LIMIT $limit
RETURN properties(slot) AS slot,
       COUNT { MATCH (claim:Memory {slot: slot.key}) WHERE claim.retired_at IS NOT NULL AND claim.start IS NOT NULL } AS load
