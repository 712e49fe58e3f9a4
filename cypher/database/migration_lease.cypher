// Take or prolong the migration lease, unless another process holds it.
// The server's clock decides, because processes on several machines have several clocks.
// A lease of more than twice its length from now was taken before that clock went back, and is over.
//
// access  write
// tenant  all   the schema spans tenants
// param   ledger   STRING   name of the migration ledger
// param   owner    STRING   the asking process
// param   seconds  INTEGER  the length of the lease
// column  held     BOOLEAN  whether the owner holds it now
CYPHER 25
MERGE (lock:MigrationLock {ledger: $ledger})
SET lock.touched = true
WITH lock, datetime.statement('Z') AS present
WITH lock, present,
     lock.owner IS NULL
       OR lock.owner = $owner
       OR lock.until < present
       OR lock.until > present + duration({seconds: 2 * $seconds}) AS free
SET lock.until = CASE WHEN free THEN present + duration({seconds: $seconds}) ELSE lock.until END,
    lock.owner = CASE WHEN free THEN $owner ELSE lock.owner END
RETURN free AS held
