// Record an attribute that a tenant's first claim brings in; one that is there stays as it is.
//
// access  write
// param   tenant      STRING
// param   name        STRING
// param   properties  MAP
// param   now         ZONED DATETIME
// column  version     INTEGER
CYPHER 25
MERGE (tenant:Tenant {tenant: $tenant})
  ON CREATE SET tenant.registry = 0
SET tenant.locked = true
MERGE (attribute:Attribute {tenant: $tenant, name: $name})
  ON CREATE SET attribute += $properties, attribute.created_at = $now,
                tenant.registry = tenant.registry + 1
RETURN tenant.registry AS version
