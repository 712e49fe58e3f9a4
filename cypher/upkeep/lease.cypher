// Take a task that nobody holds: one that is due, or one whose owner died before it was done.
// What a dead owner did stays done: the run keeps its beginning and goes on at its cursor.
// Where the clock has gone back, what was begun or leased in the future does not wait for that time.
//
// access  write
// tenant  all         a task is the whole store's
// param   name        STRING
// param   owner       STRING          whoever holds this lease, and no other one
// param   now         ZONED DATETIME
// param   until       ZONED DATETIME  when the lease runs out
// param   latest      ZONED DATETIME  a lease that runs out later began in the future
// param   before      ZONED DATETIME  what was started by then is due
// param   ahead       ZONED DATETIME  what was started later than this is due too
// column  started_at  ZONED DATETIME  when the run began
// column  cursor      LIST<STRING>    how far the run is; empty at its beginning
// column  examined    INTEGER         of the run until now
// column  changed     INTEGER
CYPHER 25
MERGE (task:Task {name: $name})
REMOVE task.checksum
WITH task,
     task.owner IS NULL AS ended,
     coalesce(task.lease_until <= $now OR task.lease_until > $latest, true) AS free,
     coalesce(task.started_at <= $before OR task.started_at > $ahead, true) AS due
WHERE free AND (due OR NOT ended)
SET task.owner = $owner,
    task.lease_until = $until,
    task.started_at = CASE WHEN ended OR task.started_at > $now THEN $now ELSE task.started_at END
RETURN task.started_at AS started_at,
       coalesce(task.cursor, []) AS cursor,
       coalesce(task.examined, 0) AS examined,
       coalesce(task.changed, 0) AS changed
