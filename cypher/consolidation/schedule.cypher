// Have a tenant consolidated on schedule, or not.
//
// access  write
// param   tenant   STRING
// param   enabled  BOOLEAN  null: no more
CYPHER 25
MERGE (tenant:Tenant {tenant: $tenant})
SET tenant.consolidates = $enabled
