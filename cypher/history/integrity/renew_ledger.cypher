// Have a tenant do without the erasures that its ledger lacks, with the audit record of it. What the
// store has of them goes: whoever has the ledger writes it down again.
//
// access  write
// scans   the tenant's receipts and tombstones
// param   tenant    STRING
// param   at        ZONED DATETIME
// param   audit     MAP
// column  receipts  INTEGER  of which the entries are lost
CYPHER 25
MERGE (tenant:Tenant {tenant: $tenant})
  ON CREATE SET tenant.registry = 0
SET tenant.registry = tenant.registry + 1
REMOVE tenant.ledger, tenant.ledger_erasures
CREATE (record:Audit)
SET record = $audit, record.tenant = $tenant, record.unsealed = $tenant
WITH tenant
CALL () {
  MATCH (it:Tombstone)
    USING INDEX SEEK it:Tombstone(tenant, id)
  WHERE it.tenant = $tenant AND it.id IS NOT NULL
  DELETE it
}
WITH tenant
OPTIONAL MATCH (erasure:Erasure {tenant: $tenant})
  USING INDEX SEEK erasure:Erasure(tenant, id)
WHERE erasure.id IS NOT NULL AND erasure.deleted IS NOT NULL AND erasure.ledger_lost_at IS NULL
SET erasure.ledger_lost_at = $at
RETURN count(erasure) AS receipts
