// Have a tenant consolidated on schedule, or not.
//
// access  write
// param   tenant   STRING
// param   enabled  BOOLEAN  null: no more
CYPHER 25
MERGE (tenant:Tenant {tenant: $tenant})
  ON CREATE SET tenant.registry = 0
SET tenant.consolidates = $enabled
