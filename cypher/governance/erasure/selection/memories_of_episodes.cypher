// The memories that rest on some episodes, and whether they rest on others as well.
//
// access  read
// param   tenant    STRING
// param   episodes  LIST<STRING>
// column  id         STRING
// column  elsewhere  BOOLEAN
// column  type       STRING
CYPHER 25
UNWIND $episodes AS id
MATCH (episode:Episode {id: id, tenant: $tenant})
  USING INDEX SEEK episode:Episode(id)
MATCH (episode)<-[:EVIDENCED_BY]-(memory {tenant: $tenant})
WITH DISTINCT memory
RETURN memory.id AS id,
       EXISTS {
         MATCH (memory)-[:EVIDENCED_BY]->(other:Episode)
         WHERE NOT other.id IN $episodes
       } AS elsewhere,
       memory.type AS type
