// Whether nothing was ever stored: there is no node but the lock of who migrates.
//
// access  read
// scans   everything, until a node is found that is not the lock
// tenant  all     a migration is of the whole store
// column  empty   BOOLEAN
CYPHER 25
RETURN NOT EXISTS { MATCH (node) WHERE NOT node:MigrationLock } AS empty
