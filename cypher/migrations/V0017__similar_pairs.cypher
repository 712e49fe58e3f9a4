// Pairs of memories that are alike, and the memories that wait to be compared.
//
// access  schema
CYPHER 25

// A pair is found by its id.
CREATE CONSTRAINT similar_pair_id IF NOT EXISTS
FOR (it:SimilarPair) REQUIRE it.id IS UNIQUE;

// Two memories are a pair at most once.
CREATE CONSTRAINT similar_pair_key IF NOT EXISTS
FOR (it:SimilarPair) REQUIRE it.key IS UNIQUE;

// Lists a tenant's pairs in order.
CREATE INDEX similar_pair_listed IF NOT EXISTS
FOR (it:SimilarPair) ON (it.tenant, it.status, it.found_at);

// The pairs that no model was asked about. Only those are in the index.
CREATE INDEX similar_pair_unjudged IF NOT EXISTS
FOR (it:SimilarPair) ON (it.unjudged, it.tenant, it.found_at);

// The memories that have a vector and were not compared yet. Only those are in the index.
CREATE INDEX memory_uncompared IF NOT EXISTS
FOR (it:Memory) ON (it.uncompared, it.id);
