// Contradictions of a tenant in some states, in order of detection, a page of them.
//
// access  read
// param   tenant         STRING
// param   scopes         LIST<STRING>    that are seen; null for all
// param   statuses       LIST<STRING>
// param   after_at       ZONED DATETIME  when the last one seen was detected
// param   after_id       STRING          its id; empty to begin
// param   limit          INTEGER
// column  contradiction  MAP
CYPHER 25
UNWIND $statuses AS status
CALL (status) {
  MATCH (contradiction:Contradiction)
    USING INDEX SEEK contradiction:Contradiction(tenant, status, detected_at)
  WHERE contradiction.tenant = $tenant
    AND ($scopes IS NULL OR coalesce(contradiction.scope, '') IN $scopes)
    AND contradiction.status = status
    AND contradiction.detected_at >= $after_at
    AND [contradiction.detected_at, contradiction.id] > [$after_at, $after_id]
  RETURN contradiction
  ORDER BY contradiction.tenant, contradiction.status, contradiction.detected_at, contradiction.id
  LIMIT $limit
}
RETURN properties(contradiction) AS contradiction
ORDER BY contradiction.detected_at, contradiction.id
LIMIT $limit
