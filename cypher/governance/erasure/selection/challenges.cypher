// The open contradictions in which some memories are challenged by others.
//
// access  read
// param   tenant  STRING
// param   ids     LIST<STRING>  memories
// column  id      STRING
// column  alone   BOOLEAN       whether nothing else is challenged
CYPHER 25
MATCH (found:Contradiction)
  USING INDEX SEEK found:Contradiction(tenant, status, detected_at)
WHERE found.tenant = $tenant AND found.status = 'OPEN' AND found.detected_at IS NOT NULL
  AND any(held IN found.held WHERE held IN $ids)
  AND NOT found.challenger IN $ids
RETURN found.id AS id, all(held IN found.held WHERE held IN $ids) AS alone
ORDER BY id
