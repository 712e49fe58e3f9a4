// Some tombstones of a tenant, as they are written in a ledger.
//
// access  read
// param   tenant  STRING
// param   ids     LIST<STRING>
// column  line    STRING
CYPHER 25
MATCH (it:Tombstone)
  USING INDEX SEEK it:Tombstone(tenant, id)
WHERE it.tenant = $tenant AND it.id IN $ids
RETURN it.line AS line
