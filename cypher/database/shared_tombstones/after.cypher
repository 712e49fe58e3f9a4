// What the store keeps away of a tenant's beyond a number.
//
// The tenant is locked: a commit becomes visible piece by piece, and how many there are may be
// told before they are there.
//
// access  write
// scans   the tenant's tombstones beyond the number
// param   tenant  STRING
// param   after   INTEGER
// column  number  INTEGER
// column  id      STRING
// column  ledger  STRING   the fingerprint of the key by which it is hashed
CYPHER 25
MATCH (tenant:Tenant {tenant: $tenant})
  USING INDEX SEEK tenant:Tenant(tenant)
REMOVE tenant.checksum
WITH tenant
MATCH (it:Tombstone {tenant: $tenant})
  USING INDEX SEEK it:Tombstone(tenant, number)
WHERE it.number > $after
RETURN it.number AS number, it.id AS id, it.ledger AS ledger
ORDER BY number
