// Finds the memories of a speaker, in order of their ids. Only those that have one are in the index.
//
// access  schema
CYPHER 25
CREATE INDEX memory_speaker IF NOT EXISTS
FOR (it:Memory) ON (it.tenant, it.speaker, it.id)
