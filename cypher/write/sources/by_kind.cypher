// Claims of one kind of source that are not taken back, a page of them in order of their ids: the
// kind alone has no index, so this walks through the tenant's memories.
//
// access  read
// scans   a page; the kind of a source alone has no index
// param   tenant       STRING
// param   source_kind  STRING
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
  USING INDEX SEEK claim:Memory(tenant, id)
WHERE claim.tenant = $tenant
  AND claim.id > $after
  AND claim.retired_at = $forever
  AND claim.recorded_at >= $since
  AND (claim.slot IS NOT NULL OR claim.slot_held IS NOT NULL)
  AND claim.source_kind = $source_kind
WITH claim
ORDER BY claim.tenant, claim.id
LIMIT $limit
RETURN claim.id AS id,
       claim.slot AS slot,
       claim.parent AS parent,
       claim.slot_held AS slot_held
