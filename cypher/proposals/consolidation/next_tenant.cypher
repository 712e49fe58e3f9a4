// The first tenant after one that is consolidated on schedule, in order of name.
//
// access  read
// tenant  all     the task serves every tenant
// param   after   STRING  empty to begin
// column  tenant  STRING
CYPHER 25
MATCH (it:Tenant)
  USING INDEX SEEK it:Tenant(tenant)
WHERE it.tenant > $after AND it.consolidates = true
WITH it
ORDER BY it.tenant
LIMIT 1
RETURN it.tenant AS tenant
