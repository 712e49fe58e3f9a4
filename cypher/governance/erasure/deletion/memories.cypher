// Delete memories with their counters, and what was kept of them to answer a call again.
//
// access  write
// param   tenant   STRING
// param   ids      LIST<STRING>  in order
// column  deleted  INTEGER
CYPHER 25
CALL () {
  UNWIND $ids AS id
  MATCH (counter:Counter {memory: id})
    USING INDEX SEEK counter:Counter(memory)
  WHERE counter.tenant = $tenant
  DETACH DELETE counter
}
UNWIND $ids AS id
MATCH (memory:Memory {tenant: $tenant, id: id})
  USING INDEX SEEK memory:Memory(tenant, id)
DETACH DELETE memory
RETURN count(*) AS deleted
