// Contradictions about one entity in some states, in order of detection, a page of them.
//
// access  read
// param   tenant         STRING
// param   scopes         LIST<STRING>    that are seen; null for all
// param   entities       LIST<STRING>  all of one identity
// param   statuses       LIST<STRING>
// param   after_at       ZONED DATETIME  when the last one seen was detected
// param   after_id       STRING          its id; empty to begin
// param   limit          INTEGER
// column  contradiction  MAP
CYPHER 25
MATCH (contradiction:Contradiction)
  USING INDEX SEEK contradiction:Contradiction(tenant, entity)
WHERE contradiction.tenant = $tenant
  AND ($scopes IS NULL OR coalesce(contradiction.scope, '') IN $scopes)
  AND contradiction.entity IN $entities
  AND contradiction.status IN $statuses
  AND [contradiction.detected_at, contradiction.id] > [$after_at, $after_id]
WITH contradiction
ORDER BY contradiction.detected_at, contradiction.id
LIMIT $limit
RETURN properties(contradiction) AS contradiction
