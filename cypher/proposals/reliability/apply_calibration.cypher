// Make a calibration the tenant's own, and tell every reader of the registry that it changed.
//
// access  write
// param   tenant       STRING
// param   calibration  MAP       properties: version, json, at, actor, reason
// param   audit        MAP       properties of its record
CYPHER 25
MATCH (tenant:Tenant {tenant: $tenant})
  USING INDEX SEEK tenant:Tenant(tenant)
SET tenant.registry = tenant.registry + 1
CREATE (calibration:Calibration)
SET calibration = $calibration, calibration.tenant = $tenant
CREATE (audit:Audit)
SET audit = $audit, audit.tenant = $tenant, audit.unsealed = $tenant
