// Contradictions by their ids.
//
// access  read
// param   tenant         STRING
// param   ids            LIST<STRING>
// column  contradiction  MAP
CYPHER 25
MATCH (contradiction:Contradiction)
  USING INDEX SEEK contradiction:Contradiction(id)
WHERE contradiction.id IN $ids AND contradiction.tenant = $tenant
RETURN properties(contradiction) AS contradiction
ORDER BY contradiction.id
