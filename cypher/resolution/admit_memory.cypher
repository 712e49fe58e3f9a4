// Release a memory that waited: from now on it is a claim of its slot, recorded at its release.
//
// access  write
// param   tenant     STRING
// param   id         STRING
// param   now        ZONED DATETIME
// param   slot       STRING
// param   parent     STRING
// param   canonical  STRING
// param   ordinal    INTEGER         which of several recorded in the slot at one system time
// param   authority  INTEGER
// column  admitted   INTEGER
CYPHER 25
MATCH (claim:Memory {id: $id, tenant: $tenant})
  USING INDEX SEEK claim:Memory(tenant, id)
SET claim.slot = $slot, claim.parent = $parent, claim.canonical = $canonical,
    claim.admitted_at = $now, claim.placed_at = $now, claim.ordinal = $ordinal,
    claim.authority = $authority
REMOVE claim.slot_held, claim.parent_held
RETURN count(claim) AS admitted
