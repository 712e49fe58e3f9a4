// Delete nodes that speak of what was erased, and edges of batches that ask for it.
//
// access  write
// param   tenant    STRING
// param   elements  LIST<STRING>  where the server keeps them
// column  deleted   INTEGER
CYPHER 25
CALL () {
  UNWIND $elements AS element
  MATCH (it)
  WHERE elementId(it) = element AND it.tenant = $tenant
  DETACH DELETE it
  RETURN count(*) AS nodes
}
CALL () {
  UNWIND $elements AS element
  MATCH ()-[it:ASKS]->()
  WHERE elementId(it) = element AND it.tenant = $tenant
  DELETE it
  RETURN count(*) AS edges
}
RETURN nodes + edges AS deleted
