// Write some attributes of a tenant whole, and tell every reader of the registry that it changed.
//
// The tenant is locked first; where its registry is not as it was read, nothing is written and the
// caller rolls back and reads again.
//
// access  write
// param   tenant      STRING
// param   version     INTEGER        of the registry that the definition was worked out from
// param   attributes  LIST<MAP>      name, properties: everything it has, absent ones as null
// param   operation   MAP            properties of the record that the attribute was defined
// param   audit       MAP            properties of its record in the audit
// param   now         ZONED DATETIME
// column  unchanged   INTEGER        1 if the registry was as it was read
CYPHER 25
MERGE (tenant:Tenant {tenant: $tenant})
  ON CREATE SET tenant.registry = 0
REMOVE tenant.checksum
WITH tenant
WHERE tenant.registry = $version
SET tenant.registry = $version + 1
CREATE (operation:Operation)
SET operation = $operation, operation.tenant = $tenant
CREATE (audit:Audit)
SET audit = $audit, audit.tenant = $tenant, audit.unsealed = $tenant
WITH tenant
CALL () {
  UNWIND $attributes AS row
  MERGE (attribute:Attribute {tenant: $tenant, name: row.name})
    ON CREATE SET attribute.created_at = $now
  SET attribute += row.properties
}
RETURN count(tenant) AS unchanged
