// Erasures, with what they deleted; and what was proposed from an episode.
//
// access  schema
CYPHER 25

// An erasure is found by its id.
CREATE CONSTRAINT erasure_id IF NOT EXISTS
FOR (it:Erasure) REQUIRE (it.tenant, it.id) IS UNIQUE;

// Those that are not complete; no other is in the index.
CREATE INDEX erasure_unfinished IF NOT EXISTS
FOR (it:Erasure) ON (it.unfinished);

// What extractors proposed from an episode.
CREATE INDEX candidates_episode IF NOT EXISTS
FOR (it:Candidates) ON (it.tenant, it.episode);
