// Settle a pair that waits for a person, with a line in the audit.
//
// access  write
// param   tenant  STRING
// param   scopes  LIST<STRING>    that are seen; null for all
// param   id      STRING
// param   reason  STRING          null for none
// param   actor   STRING
// param   audit   STRING          the id of the line
// param   now     ZONED DATETIME
// column  pair    MAP
CYPHER 25
MATCH (pair:SimilarPair {id: $id})
  USING INDEX SEEK pair:SimilarPair(id)
REMOVE pair.checksum
WITH pair,
     pair.tenant = $tenant AND pair.status = 'OPEN'
       AND ($scopes IS NULL OR coalesce(pair.scope, '') IN $scopes) AS waits
WHERE waits
SET pair.status = 'DISMISSED',
    pair.reason = $reason,
    pair.actor = $actor,
    pair.decided_at = $now,
    pair.unjudged = null
CREATE (:Audit {tenant: $tenant, unsealed: $tenant, id: $audit, at: $now, actor: $actor,
                action: 'similar_dismissed', subject: $id, reason: $reason, scope: pair.scope})
RETURN properties(pair) AS pair
