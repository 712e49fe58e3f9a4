// The first tenant with a memory, in order of name, after one: the index is skipped through, not read.
//
// access  read
// scans   the first entry after a tenant is the next tenant
// tenant  all     it finds them
// param   after   STRING  the last tenant seen; empty to begin
// column  tenant  STRING
CYPHER 25
MATCH (memory:Memory)
  USING INDEX SEEK memory:Memory(tenant, id)
WHERE memory.tenant > $after AND memory.id IS NOT NULL
RETURN memory.tenant AS tenant
ORDER BY tenant
LIMIT 1
