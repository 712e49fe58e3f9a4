// The policy that a tenant applied last; nothing for one that has not applied any.
//
// access  read
// scans   a tenant's policies backwards, no more than one of them
// param   tenant   STRING
// column  version  INTEGER
// column  json     STRING
// column  at       ZONED DATETIME
// column  actor    STRING
// column  reason   STRING
CYPHER 25
MATCH (policy:Policy)
  USING INDEX SEEK policy:Policy(tenant, version)
WHERE policy.tenant = $tenant AND policy.version > 0
WITH policy
ORDER BY policy.tenant DESC, policy.version DESC
LIMIT 1
RETURN policy.version AS version,
       policy.json AS json,
       policy.at AS at,
       policy.actor AS actor,
       policy.reason AS reason
