// Note that something is to be erased, with the audit record of it; once.
//
// access  write
// param   tenant   STRING
// param   erasure  MAP
// param   audit    MAP
// column  id       STRING
CYPHER 25
MERGE (erasure:Erasure {tenant: $tenant, id: $erasure.id})
ON CREATE SET erasure += $erasure, erasure.unfinished = true
CREATE (record:Audit)
SET record = $audit, record.tenant = $tenant, record.unsealed = $tenant
RETURN erasure.id AS id
