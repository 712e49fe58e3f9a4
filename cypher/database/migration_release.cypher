// Release the migration lease, if it is still held.
//
// access  write
// tenant  all   the schema spans tenants
// param   ledger  STRING  name of the migration ledger
// param   owner   STRING  the holder
CYPHER 25
MATCH (lock:MigrationLock {ledger: $ledger})
  USING INDEX SEEK lock:MigrationLock(ledger)
WHERE lock.owner = $owner
REMOVE lock.owner, lock.until
