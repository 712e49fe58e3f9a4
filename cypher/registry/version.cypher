// How often a tenant's attribute registry has changed; nothing for a tenant never seen.
//
// access  read
// param   tenant   STRING
// column  version  INTEGER
CYPHER 25
MATCH (tenant:Tenant {tenant: $tenant})
  USING INDEX SEEK tenant:Tenant(tenant)
RETURN tenant.registry AS version
