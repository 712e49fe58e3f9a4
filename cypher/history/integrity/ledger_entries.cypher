// What the ledger of erasures has to have of each tenant of which anything was erased.
//
// access  read
// scans   the tenants from one to another, their receipts and their tombstones
// tenant  all       a service serves every tenant
// param   first     STRING   the tenants from this one on
// param   last      STRING   to this one
// column  tenant    STRING
// column  key       STRING   the fingerprint of its key; null if that was never written down
// column  erasures  INTEGER  it had so many at least
// column  receipts  LIST<MAP>  id and deleted of the erasures that were carried out, and not given up
// column  shared    LIST<MAP>  id, ledger and erasure of what the store itself knows of them
CYPHER 25
CALL () {
  MATCH (it:Tenant)
    USING INDEX SEEK it:Tenant(tenant)
  WHERE it.tenant >= $first AND it.tenant <= $last AND it.ledger IS NOT NULL
  RETURN it.tenant AS tenant, it.ledger AS key, it.ledger_erasures AS erasures, null AS receipt, null AS tombstone
  UNION ALL
  MATCH (erasure:Erasure)
    USING INDEX SEEK erasure:Erasure(tenant, id)
  WHERE erasure.tenant >= $first AND erasure.tenant <= $last AND erasure.id IS NOT NULL
    AND erasure.deleted IS NOT NULL AND erasure.ledger_lost_at IS NULL
  RETURN erasure.tenant AS tenant, null AS key, 0 AS erasures, erasure {.id, .deleted} AS receipt,
         null AS tombstone
  UNION ALL
  MATCH (it:Tombstone)
    USING INDEX SEEK it:Tombstone(tenant, id)
  WHERE it.tenant >= $first AND it.tenant <= $last AND it.id IS NOT NULL
  RETURN it.tenant AS tenant, null AS key, 0 AS erasures, null AS receipt,
         it {.id, .ledger, .erasure} AS tombstone
}
RETURN tenant, head(collect(key)) AS key, max(erasures) AS erasures, collect(receipt) AS receipts,
       collect(tombstone) AS shared
ORDER BY tenant
