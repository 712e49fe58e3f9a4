// The open contradiction that each of some memories waits for: the oldest, if there are several.
//
// access  read
// param   tenant         STRING
// param   scopes         LIST<STRING>  that are seen; null for all
// param   memories       LIST<STRING>
// column  contradiction  MAP
CYPHER 25
MATCH (contradiction:Contradiction)
  USING INDEX SEEK contradiction:Contradiction(tenant, challenger)
WHERE contradiction.challenger IN $memories
  AND contradiction.tenant = $tenant
  AND ($scopes IS NULL OR coalesce(contradiction.scope, '') IN $scopes)
  AND contradiction.status = 'OPEN'
WITH contradiction
ORDER BY contradiction.challenger, contradiction.detected_at, contradiction.id
WITH contradiction.challenger AS challenger, collect(contradiction)[0] AS oldest
RETURN properties(oldest) AS contradiction
