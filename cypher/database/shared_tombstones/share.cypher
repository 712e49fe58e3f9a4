// Have the store know what a host has to keep away of a tenant's, each line once.
//
// The registry has another version then: whoever keeps the one of before reads what is new.
//
// access  write
// param   tenant      STRING
// param   ledger      STRING     the fingerprint of the key by which they are hashed
// param   tombstones  LIST<MAP>  id, erasure and line
// column  new         INTEGER    no row, where all are known
CYPHER 25
MERGE (tenant:Tenant {tenant: $tenant})
  ON CREATE SET tenant.registry = 0
// What removes a property, though none is there, has the lock.
REMOVE tenant.checksum
WITH tenant
UNWIND $tombstones AS row
OPTIONAL MATCH (known:Tombstone {tenant: $tenant, id: row.id})
  USING INDEX SEEK known:Tombstone(tenant, id)
WITH tenant, row, known
WHERE known IS NULL
WITH tenant, collect(row) AS new
WITH tenant, new, coalesce(tenant.tombstones, 0) AS before
SET tenant.tombstones = before + size(new),
    tenant.registry = tenant.registry + 1
WITH new, before
CALL (new, before) {
  UNWIND range(0, size(new) - 1) AS place
  WITH new[place] AS row, before + place + 1 AS number
  CREATE (:Tombstone {
    tenant: $tenant, id: row.id, number: number, ledger: $ledger, erasure: row.erasure, line: row.line
  })
}
RETURN size(new) AS new
