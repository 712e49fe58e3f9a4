// Write one attribute of a tenant whole, and tell every reader of the registry that it changed.
//
// access  write
// param   tenant      STRING
// param   name        STRING
// param   properties  MAP     everything the attribute has, absent ones as null
// param   now         ZONED DATETIME
// column  version     INTEGER
CYPHER 25
MERGE (tenant:Tenant {tenant: $tenant})
  ON CREATE SET tenant.registry = 0
SET tenant.registry = tenant.registry + 1
MERGE (attribute:Attribute {tenant: $tenant, name: $name})
  ON CREATE SET attribute.created_at = $now
SET attribute += $properties
RETURN tenant.registry AS version
