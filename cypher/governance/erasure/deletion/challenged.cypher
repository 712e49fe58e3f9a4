// Take memories out of what open contradictions are about; the question stays.
//
// access  write
// param   tenant          STRING
// param   contradictions  LIST<STRING>
// param   ids             LIST<STRING>  memories
// column  changed         INTEGER
CYPHER 25
UNWIND $contradictions AS id
MATCH (found:Contradiction {id: id, tenant: $tenant})
  USING INDEX SEEK found:Contradiction(id)
SET found.held = [held IN found.held WHERE NOT held IN $ids]
WITH found
CALL (found) {
  MATCH (found)-[link:HELD]->(memory)
  WHERE memory.id IN $ids
  DELETE link
}
RETURN count(found) AS changed
