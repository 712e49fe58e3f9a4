// Record an attribute that a tenant's first claim brings in; nothing happens where the registry is
// not as it was read, or where the attribute is there.
//
// access  write
// param   tenant      STRING
// param   name        STRING
// param   properties  MAP
// param   version     INTEGER        of the registry that does not have it
// param   now         ZONED DATETIME
// column  version     INTEGER
CYPHER 25
MERGE (tenant:Tenant {tenant: $tenant})
  ON CREATE SET tenant.registry = 0
REMOVE tenant.checksum
WITH tenant
WHERE tenant.registry = $version
MERGE (attribute:Attribute {tenant: $tenant, name: $name})
  ON CREATE SET attribute += $properties, attribute.created_at = $now,
                tenant.registry = tenant.registry + 1
RETURN tenant.registry AS version
