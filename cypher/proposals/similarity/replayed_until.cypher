// When the last replay of a file into a tenant began: the confirmations of what was recorded before
// came with the file.
//
// access  read
// scans   the files that a tenant has loaded
// param   tenant  STRING
// column  at      ZONED DATETIME  null if nothing was replayed
CYPHER 25
MATCH (load:Load {tenant: $tenant})
  USING INDEX SEEK load:Load(tenant, key)
WHERE load.key IS NOT NULL AND load.replay = true
RETURN max(load.at) AS at
