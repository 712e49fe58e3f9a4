// Turns, the episodes that are messages, found by their words; tasks on a schedule; and lists of
// memories, the newest first.
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

// The memories about one entity, by time of recording.
CREATE INDEX memory_entity_recorded IF NOT EXISTS
FOR (it:Memory) ON (it.tenant, it.entity, it.recorded_at, it.id);

// The memories of a session, by time of recording. Only those that have one are in the index.
CREATE INDEX memory_session_recorded IF NOT EXISTS
FOR (it:Memory) ON (it.tenant, it.session, it.recorded_at, it.id);

// memory_entity_recorded serves what this one did, so that one index is written, not two.
DROP INDEX memory_entity IF EXISTS;

// The recalls whose accesses are to be counted. Only those are in the index.
CREATE INDEX recall_uncounted IF NOT EXISTS
FOR (it:Recall) ON (it.uncounted, it.at);
