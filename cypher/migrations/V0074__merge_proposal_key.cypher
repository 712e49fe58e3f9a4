// Two entities are proposed to be one at most once.
//
// access  schema
CYPHER 25
CREATE CONSTRAINT merge_proposal_key IF NOT EXISTS
FOR (it:MergeProposal) REQUIRE it.key IS UNIQUE
