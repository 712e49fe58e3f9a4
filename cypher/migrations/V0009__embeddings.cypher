// Embeddings of memories.
//
// access  schema
CYPHER 25

// One model of embeddings for the whole store.
CREATE CONSTRAINT embedding_store IF NOT EXISTS
FOR (it:Embedding) REQUIRE it.store IS UNIQUE;

// Finds the memories that wait for a vector, the newest first.
CREATE INDEX memory_embedded IF NOT EXISTS
FOR (it:Memory) ON (it.embedded, it.recorded_at);

// Finds the memories that still have a former model's vector. Only those are in the index.
CREATE INDEX memory_former IF NOT EXISTS
FOR (it:Memory) ON (it.former);
