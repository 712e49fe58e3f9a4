// Write down by which key a tenant's erasures are hashed; the first one stays.
//
// access  write
// param   tenant    STRING
// param   key       STRING   the fingerprint of the key
// param   erasures  INTEGER  that the ledger has of the tenant
// column  key       STRING   the one that holds
CYPHER 25
MERGE (tenant:Tenant {tenant: $tenant})
  ON CREATE SET tenant.registry = 0
// What removes a property, though none is there, has the lock.
REMOVE tenant.checksum
// Whoever keeps the registry of before reads it anew, and with it which ledger he needs.
SET tenant.registry = tenant.registry + CASE WHEN tenant.ledger IS NULL THEN 1 ELSE 0 END,
    tenant.ledger = coalesce(tenant.ledger, $key),
    tenant.ledger_erasures =
      CASE WHEN coalesce(tenant.ledger_erasures, 0) < $erasures
        THEN $erasures ELSE coalesce(tenant.ledger_erasures, 0) END
RETURN tenant.ledger AS key
