// Lists a tenant's proposals to merge in order.
//
// access  schema
CYPHER 25
CREATE INDEX merge_proposal_listed IF NOT EXISTS
FOR (it:MergeProposal) ON (it.tenant, it.status, it.proposed_at)
