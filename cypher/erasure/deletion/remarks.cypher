// Take remarks that speak of what was erased from records; that something happened stays.
//
// access  write
// param   tenant   STRING
// param   remarks  LIST<MAP>  element: where the server keeps the record; property
// column  removed  INTEGER
CYPHER 25
UNWIND $remarks AS row
MATCH (it)
WHERE elementId(it) = row.element AND it.tenant = $tenant
REMOVE it[row.property]
RETURN count(it) AS removed
