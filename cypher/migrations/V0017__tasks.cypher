// Tasks: work on the whole store that runs on a schedule.
//
// access  schema
CYPHER 25

// A task has one node, whoever runs it.
CREATE CONSTRAINT task_name IF NOT EXISTS
FOR (it:Task) REQUIRE it.name IS UNIQUE;
