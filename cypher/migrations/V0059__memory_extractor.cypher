// Finds the memories of one version of an extractor, in order of their ids. Only those that have one are in the index.
//
// access  schema
CYPHER 25
CREATE INDEX memory_extractor IF NOT EXISTS
FOR (it:Memory) ON (it.tenant, it.extractor, it.id)
