// One model of embeddings for the whole store.
//
// access  schema
CYPHER 25
CREATE CONSTRAINT embedding_store IF NOT EXISTS
FOR (it:Embedding) REQUIRE it.store IS UNIQUE
