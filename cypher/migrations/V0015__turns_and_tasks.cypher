// Turns, the episodes that are messages, found by their words; and tasks on a schedule.
//
// access  schema
CYPHER 25

// Finds turns by their words and their speaker, in English stems; the tenant stands with them. The
// episodes that records bring as evidence are none: their memories are found.
CREATE FULLTEXT INDEX turn_words IF NOT EXISTS
FOR (it:Turn) ON EACH [it.tenant, it.speaker, it.text]
OPTIONS {indexConfig: {`fulltext.analyzer`: 'english'}};

// A task has one node, whoever runs it.
CREATE CONSTRAINT task_name IF NOT EXISTS
FOR (it:Task) REQUIRE it.name IS UNIQUE;
