// Take or prolong the right to migrate, unless somebody else holds it.
// The server's clock decides, for processes on several machines have several clocks.
//
// access  write
// tenant  all   the schema is everybody's
// param   ledger   STRING   whose migrations
// param   owner    STRING   who asks
// param   seconds  INTEGER  for how long
// column  held     BOOLEAN  whether the asker holds it now
CYPHER 25
MERGE (lock:MigrationLock {ledger: $ledger})
SET lock.touched = true
WITH lock, datetime.statement('Z') AS present
WITH lock, present, lock.owner IS NULL OR lock.owner = $owner OR lock.until < present AS free
SET lock.until = CASE WHEN free THEN present + duration({seconds: $seconds}) ELSE lock.until END,
    lock.owner = CASE WHEN free THEN $owner ELSE lock.owner END
RETURN free AS held
