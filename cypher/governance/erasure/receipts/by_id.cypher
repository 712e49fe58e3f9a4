// An erasure by its id.
//
// access  read
// param   tenant   STRING
// param   id       STRING
// column  erasure  MAP
CYPHER 25
MATCH (erasure:Erasure {tenant: $tenant, id: $id})
  USING INDEX SEEK erasure:Erasure(tenant, id)
RETURN erasure {.*} AS erasure
