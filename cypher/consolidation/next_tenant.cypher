// The first tenant after one that is consolidated on schedule, in order of name.
//
// access  read
// tenant  all     the task serves every tenant
// scans   tenants, in the order of the index, up to the next
// param   after   STRING  empty to begin
// column  tenant  STRING
CYPHER 25
MATCH (tenant:Tenant)
  USING INDEX SEEK tenant:Tenant(tenant)
WHERE tenant.tenant > $after AND tenant.consolidates = true
RETURN tenant.tenant AS tenant
ORDER BY tenant.tenant
LIMIT 1
