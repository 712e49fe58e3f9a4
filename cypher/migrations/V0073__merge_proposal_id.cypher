// A proposal to merge is found by its id.
//
// access  schema
CYPHER 25
CREATE CONSTRAINT merge_proposal_id IF NOT EXISTS
FOR (it:MergeProposal) REQUIRE it.id IS UNIQUE
