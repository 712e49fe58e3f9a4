// What one extractor version proposed from one episode is kept once.
//
// access  schema
CYPHER 25
CREATE CONSTRAINT candidates_key IF NOT EXISTS
FOR (it:Candidates) REQUIRE it.key IS UNIQUE
