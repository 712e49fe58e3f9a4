// Contradictions by their ids.
//
// access  read
// param   tenant         STRING
// param   scopes         LIST<STRING>  that are seen; null for all
// param   ids            LIST<STRING>
// column  contradiction  MAP
CYPHER 25
MATCH (contradiction:Contradiction)
  USING INDEX SEEK contradiction:Contradiction(id)
WHERE contradiction.id IN $ids
  AND contradiction.tenant = $tenant
  AND ($scopes IS NULL OR coalesce(contradiction.scope, '') IN $scopes)
RETURN properties(contradiction) AS contradiction
ORDER BY contradiction.id
