// A message that arrives twice is one episode.
//
// access  schema
CYPHER 25
CREATE CONSTRAINT episode_key IF NOT EXISTS
FOR (it:Episode) REQUIRE it.key IS UNIQUE
