// The policies that a tenant has applied, in order.
//
// access  read
// scans   all of a tenant's policies are wanted
// param   tenant  STRING
// column  policy  MAP
CYPHER 25
MATCH (policy:Policy)
  USING INDEX SEEK policy:Policy(tenant, version)
WHERE policy.tenant = $tenant AND policy.version > 0
RETURN properties(policy) AS policy
ORDER BY policy.version
