// The first tenant with records that wait to be sealed, in order of name, after one.
//
// access  read
// scans   the first entry after a tenant is the next tenant
// tenant  all     it finds them
// param   after   STRING  the last tenant seen; empty to begin
// column  tenant  STRING
CYPHER 25
MATCH (record:Audit)
  USING INDEX SEEK record:Audit(unsealed, at, id)
WHERE record.unsealed > $after AND record.at IS NOT NULL AND record.id >= ''
RETURN record.unsealed AS tenant
ORDER BY tenant
LIMIT 1
