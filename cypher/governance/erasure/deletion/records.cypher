// Delete nodes that speak of what was erased, and edges of batches that ask for it.
//
// With a webhook go its dead letters.
// A record is told by a property too: the server gives the place of what is deleted to another.
//
// access  write
// param   tenant   STRING
// param   records  LIST<MAP>  element: where the server keeps it; property; its texts
// column  deleted  INTEGER
CYPHER 25
CALL () {
  UNWIND $records AS row
  MATCH (it)
  WHERE elementId(it) = row.element
    AND 'Webhook' IN labels(it)
    AND it.tenant = $tenant
    AND (it[row.property] = row.texts OR [it[row.property]] = row.texts)
  WITH collect(DISTINCT it.id) AS ids
  UNWIND ids AS id
  MATCH (letter:DeadLetter {tenant: $tenant, webhook: id})
    USING INDEX SEEK letter:DeadLetter(tenant, webhook)
  DELETE letter
  RETURN count(*) AS letters
}
CALL () {
  UNWIND $records AS row
  MATCH (it)
  WHERE elementId(it) = row.element
    AND it.tenant = $tenant
    AND (it[row.property] = row.texts OR [it[row.property]] = row.texts)
  DETACH DELETE it
  RETURN count(*) AS nodes
}
CALL () {
  UNWIND $records AS row
  MATCH ()-[it:ASKS]->()
  WHERE elementId(it) = row.element
    AND it.tenant = $tenant
    AND (it[row.property] = row.texts OR [it[row.property]] = row.texts)
  DELETE it
  RETURN count(*) AS edges
}
RETURN letters + nodes + edges AS deleted
