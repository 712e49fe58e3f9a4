// Keep a tenant's registry as it is until the transaction ends, and say which version that is.
//
// access  write
// param   tenant   STRING
// column  version  INTEGER
CYPHER 25
MATCH (tenant:Tenant {tenant: $tenant})
  USING INDEX SEEK tenant:Tenant(tenant)
REMOVE tenant.checksum
RETURN tenant.registry AS version
