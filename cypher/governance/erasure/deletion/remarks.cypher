// Take remarks that speak of what was erased from records; that something happened stays.
//
// A record is told by its property too: the server gives the place of what is deleted to another.
//
// access  write
// param   tenant   STRING
// param   remarks  LIST<MAP>  element: where the server keeps the record; property; its texts
// column  removed  INTEGER
CYPHER 25
UNWIND $remarks AS row
MATCH (it)
WHERE elementId(it) = row.element
  AND it.tenant = $tenant
  AND (it[row.property] = row.texts OR [it[row.property]] = row.texts)
REMOVE it[row.property]
RETURN count(it) AS removed
