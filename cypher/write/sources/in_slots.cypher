// The claims of a source among all that stand in some slots.
//
// access  read
// param   tenant       STRING
// param   slots        LIST<STRING>
// param   source_kind  STRING          null for any
// param   session      STRING          null for any
// param   speaker      STRING          null for any
// param   extractor    STRING          null for any
// param   since        ZONED DATETIME  recorded then or later
// param   forever      ZONED DATETIME  the end of time
// column  slot  STRING
// column  ids   LIST<STRING>
CYPHER 25
MATCH (claim:Memory)
  USING INDEX SEEK claim:Memory(slot, retired_at, start)
WHERE claim.slot IN $slots
  AND claim.retired_at = $forever
  AND claim.start < $forever
  AND claim.tenant = $tenant
  AND claim.recorded_at >= $since
  AND ($source_kind IS NULL OR claim.source_kind = $source_kind)
  AND ($session IS NULL OR claim.session = $session)
  AND ($speaker IS NULL OR claim.speaker = $speaker)
  AND ($extractor IS NULL OR claim.extractor = $extractor)
RETURN claim.slot AS slot, collect(claim.id) AS ids
