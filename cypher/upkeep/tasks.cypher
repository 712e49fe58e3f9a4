// What is known of some tasks; nothing of one that never ran.
//
// access  read
// tenant  all    a task is the whole store's
// param   names  LIST<STRING>
// column  task   MAP
CYPHER 25
MATCH (task:Task)
  USING INDEX SEEK task:Task(name)
WHERE task.name IN $names
RETURN properties(task) AS task
ORDER BY task.name
