// How often a tenant's attribute registry has changed, which ledger of erasures it has, and how much
// of that the store knows; nothing for a tenant never seen.
//
// access  read
// param   tenant      STRING
// column  version     INTEGER
// column  ledger      STRING   the fingerprint of its key; null if nothing was erased
// column  tombstones  INTEGER  how many were ever written into the store
CYPHER 25
MATCH (tenant:Tenant {tenant: $tenant})
  USING INDEX SEEK tenant:Tenant(tenant)
RETURN tenant.registry AS version, tenant.ledger AS ledger,
       coalesce(tenant.tombstones, 0) AS tombstones
