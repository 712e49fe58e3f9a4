// Some episodes whole.
//
// access  read
// param   tenant   STRING
// param   ids      LIST<STRING>
// column  id       STRING
// column  episode  MAP
CYPHER 25
UNWIND $ids AS id
MATCH (it:Episode {id: id})
  USING INDEX SEEK it:Episode(id)
WHERE it.tenant = $tenant
RETURN it.id AS id,
       properties(it) AS episode
