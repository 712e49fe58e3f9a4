// End the run of a task, if its lease is still held.
//
// access  write
// tenant  all          a task is the whole store's
// param   name         STRING
// param   owner        STRING
// param   finished_at  ZONED DATETIME
// param   effect       STRING          JSON; null if the run failed
// param   error        STRING          null if it went well
// column  name         STRING
CYPHER 25
MATCH (task:Task {name: $name})
  USING INDEX SEEK task:Task(name)
REMOVE task.checksum
WITH task, task.owner = $owner AS held
WHERE held
SET task.finished_at = $finished_at,
    task.effect = coalesce($effect, task.effect),
    task.error = $error
REMOVE task.owner, task.lease_until, task.cursor, task.examined, task.changed
RETURN task.name AS name
