// Say that a file is being replayed, before anything of it is there.
//
// access  write
// param   tenant  STRING
// param   key     STRING          the file's digest
// param   now     ZONED DATETIME
// column  begun   BOOLEAN
CYPHER 25
MERGE (load:Load {tenant: $tenant, key: $key})
  ON CREATE SET load.done = 0, load.refused = [], load.replay = true, load.at = $now
RETURN load.replay AS begun
