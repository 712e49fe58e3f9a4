// How often a tenant's attribute registry has changed, and which ledger of erasures it has; nothing
// for a tenant never seen.
//
// access  read
// param   tenant   STRING
// column  version  INTEGER
// column  ledger   STRING   the fingerprint of its key; null if nothing was erased
CYPHER 25
MATCH (tenant:Tenant {tenant: $tenant})
  USING INDEX SEEK tenant:Tenant(tenant)
RETURN tenant.registry AS version, tenant.ledger AS ledger
