// One memory's own properties.
//
// access  read
// param   tenant  STRING
// param   id      STRING
// column  claim   MAP
CYPHER 25
MATCH (claim:Memory {id: $id, tenant: $tenant})
RETURN properties(claim) AS claim
