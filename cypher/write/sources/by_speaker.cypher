// Claims of a speaker that are not taken back, a page of them in order of their ids.
//
// access  read
// param   tenant       STRING
// param   speaker      STRING
// param   source_kind  STRING          null for any
// param   since        ZONED DATETIME  recorded then or later
// param   after        STRING          the last id seen; empty to begin
// param   limit        INTEGER
// param   forever      ZONED DATETIME  the end of time
// column  id         STRING
// column  slot       STRING  null while it waits to become a claim
// column  parent     STRING
// column  slot_held  STRING
CYPHER 25
MATCH (claim:Memory)
  USING INDEX SEEK claim:Memory(tenant, speaker, id)
WHERE claim.tenant = $tenant
  AND claim.speaker = $speaker
  AND claim.id > $after
  AND claim.retired_at = $forever
  AND claim.recorded_at >= $since
  AND (claim.slot IS NOT NULL OR claim.slot_held IS NOT NULL)
  AND ($source_kind IS NULL OR claim.source_kind = $source_kind)
WITH claim
ORDER BY claim.tenant, claim.speaker, claim.id
LIMIT $limit
RETURN claim.id AS id,
       claim.slot AS slot,
       claim.parent AS parent,
       claim.slot_held AS slot_held
