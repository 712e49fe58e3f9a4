// Proposals to merge entities.
//
// access  schema
CYPHER 25

// A proposal to merge is found by its id.
CREATE CONSTRAINT merge_proposal_id IF NOT EXISTS
FOR (it:MergeProposal) REQUIRE it.id IS UNIQUE;

// Two entities are proposed to be one at most once.
CREATE CONSTRAINT merge_proposal_key IF NOT EXISTS
FOR (it:MergeProposal) REQUIRE it.key IS UNIQUE;

// Lists a tenant's proposals to merge in order.
CREATE INDEX merge_proposal_listed IF NOT EXISTS
FOR (it:MergeProposal) ON (it.tenant, it.status, it.proposed_at);
