// Make a policy the tenant's own, and tell every reader of the registry that it changed.
//
// The tenant is locked first; where its registry is not as it was read, nothing is written and the
// caller reads again.
//
// access  write
// param   tenant    STRING
// param   registry  INTEGER   its version as read
// param   policy    MAP       properties: version, json, at, actor, reason
// param   audit     MAP       properties of its record
// column  applied   INTEGER   1 if the registry was as it was read
CYPHER 25
MERGE (tenant:Tenant {tenant: $tenant})
  ON CREATE SET tenant.registry = 0
REMOVE tenant.checksum
WITH tenant
WHERE tenant.registry = $registry
SET tenant.registry = $registry + 1
CREATE (policy:Policy)
SET policy = $policy, policy.tenant = $tenant
CREATE (audit:Audit)
SET audit = $audit, audit.tenant = $tenant, audit.unsealed = $tenant
RETURN count(tenant) AS applied
