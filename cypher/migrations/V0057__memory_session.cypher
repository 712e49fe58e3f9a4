// Finds the memories of a session, in order of their ids. Only those that have one are in the index.
//
// access  schema
CYPHER 25
CREATE INDEX memory_session IF NOT EXISTS
FOR (it:Memory) ON (it.tenant, it.session, it.id)
