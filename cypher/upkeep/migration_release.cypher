// Give back the right to migrate, if it is still held.
//
// access  write
// tenant  all   the schema is everybody's
// param   ledger  STRING  whose migrations
// param   owner   STRING  who held it
CYPHER 25
MATCH (lock:MigrationLock {ledger: $ledger})
WHERE lock.owner = $owner
REMOVE lock.owner, lock.until
