// Prolong the lease of a task, or end it now so that the run may go on elsewhere, if it is still held.
//
// access  write
// tenant  all    a task is the whole store's
// param   name   STRING
// param   owner  STRING
// param   until  ZONED DATETIME
// column  name   STRING
CYPHER 25
MATCH (task:Task {name: $name})
  USING INDEX SEEK task:Task(name)
REMOVE task.checksum
WITH task, task.owner = $owner AS held
WHERE held
SET task.lease_until = $until
RETURN task.name AS name
