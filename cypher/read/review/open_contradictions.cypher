// How many contradictions of a tenant wait for an answer, and when the oldest was detected.
//
// access  read
// param   tenant  STRING
// param   scopes  LIST<STRING>    that are seen; null for all
// column  count   INTEGER
// column  oldest  ZONED DATETIME  null without any
CYPHER 25
MATCH (contradiction:Contradiction)
  USING INDEX SEEK contradiction:Contradiction(tenant, status, detected_at)
WHERE contradiction.tenant = $tenant
  AND ($scopes IS NULL OR coalesce(contradiction.scope, '') IN $scopes)
  AND contradiction.status = 'OPEN'
  AND contradiction.detected_at IS NOT NULL
RETURN count(*) AS count,
       min(contradiction.detected_at) AS oldest
