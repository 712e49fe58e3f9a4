// Claims of a session that are not taken back, a page of them in order of their ids.
//
// access  read
// param   tenant       STRING
// param   session      STRING
// param   source_kind  STRING          null for any
// param   speaker      STRING          null for any
// param   extractor    STRING          null for any
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
  USING INDEX SEEK claim:Memory(tenant, session, id)
WHERE claim.tenant = $tenant
  AND claim.session = $session
  AND claim.id > $after
  AND claim.retired_at = $forever
  AND claim.recorded_at >= $since
  AND (claim.slot IS NOT NULL OR claim.slot_held IS NOT NULL)
  AND ($source_kind IS NULL OR claim.source_kind = $source_kind)
  AND ($speaker IS NULL OR claim.speaker = $speaker)
  AND ($extractor IS NULL OR claim.extractor = $extractor)
WITH claim
ORDER BY claim.tenant, claim.session, claim.id
LIMIT $limit
RETURN claim.id AS id,
       claim.slot AS slot,
       claim.parent AS parent,
       claim.slot_held AS slot_held
