// Record attributes that first claims bring in; nothing happens where the registry is not as it was
// read.
//
// access  write
// param   tenant      STRING
// param   attributes  LIST<MAP>      name, properties
// param   version     INTEGER        of the registry that does not have them
// param   now         ZONED DATETIME
// column  version     INTEGER
CYPHER 25
MERGE (tenant:Tenant {tenant: $tenant})
  ON CREATE SET tenant.registry = 0
REMOVE tenant.checksum
WITH tenant
WHERE tenant.registry = $version
CALL (tenant) {
  UNWIND $attributes AS row
  MERGE (attribute:Attribute {tenant: $tenant, name: row.name})
    ON CREATE SET attribute += row.properties, attribute.created_at = $now
}
SET tenant.registry = tenant.registry + 1
RETURN tenant.registry AS version
