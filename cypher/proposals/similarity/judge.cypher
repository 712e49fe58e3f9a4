// Keep what became of asking a model about a pair that waits, once. If it says that the two are the
// same and their values agree, the older is confirmed.
//
// access  write
// param   tenant   STRING
// param   id       STRING
// param   status   STRING          OPEN, CONFIRMED or COMPATIBLE
// param   verdict  STRING          null if it said nothing of use, or was not asked
// param   said     LIST<STRING>    the reasons that come from it
// param   doubt    FLOAT           what is left of the older one's; null if it is not confirmed
// param   said_at  ZONED DATETIME  of the newer one
// param   audit    STRING          the id of the line
// param   actor    STRING
// param   now      ZONED DATETIME
// param   forever  ZONED DATETIME  the end of time
// column  id       STRING
CYPHER 25
MATCH (pair:SimilarPair {id: $id})
  USING INDEX SEEK pair:SimilarPair(id)
REMOVE pair.checksum
WITH pair, pair.tenant = $tenant AND pair.status = 'OPEN' AND pair.unjudged = true AS waits
WHERE waits
SET pair.status = $status,
    pair.verdict = $verdict,
    pair.reasons = pair.reasons + $said,
    pair.judged_at = $now,
    pair.unjudged = null
WITH pair
CALL (pair) {
  WITH pair
  WHERE $doubt IS NOT NULL
  MATCH (claim:Memory {tenant: $tenant, id: pair.older})
    USING INDEX SEEK claim:Memory(tenant, id)
  WHERE claim.retired_at = $forever
  MERGE (counter:Counter {memory: pair.older})
    ON CREATE SET counter.tenant = $tenant, counter.confirmations = 0, counter.doubt = 1.0
  SET counter.confirmations = coalesce(counter.confirmations, 0) + 1,
      counter.doubt = coalesce(counter.doubt, 1.0) * $doubt,
      counter.last_confirmed_at = CASE
        WHEN counter.last_confirmed_at > $said_at THEN counter.last_confirmed_at
        ELSE $said_at
      END
  CREATE (:Audit {tenant: $tenant, unsealed: $tenant, id: $audit, at: $now, actor: $actor, action: 'confirm',
                  subject: pair.older, reason: last($said), gate: null, scope: claim.scope})
}
RETURN pair.id AS id
