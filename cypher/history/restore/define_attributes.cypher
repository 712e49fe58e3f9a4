// Write attributes of a tenant as a file defines them; one that the tenant has stays as it is.
//
// access  write
// param   tenant      STRING
// param   attributes  LIST<MAP>  name, properties, at
// column  version     INTEGER
CYPHER 25
MERGE (tenant:Tenant {tenant: $tenant})
  ON CREATE SET tenant.registry = 0
SET tenant.registry = tenant.registry + 1
WITH tenant
CALL () {
  UNWIND $attributes AS row
  MERGE (attribute:Attribute {tenant: $tenant, name: row.name})
    ON CREATE SET attribute += row.properties, attribute.created_at = row.at
}
RETURN tenant.registry AS version
