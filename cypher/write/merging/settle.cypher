// Settle the proposals to merge some pairs that are merged now, whether they wait or were dismissed.
//
// The merge has its own line in the audit.
//
// access  write
// param   tenant  STRING
// param   keys    LIST<STRING>    of the pairs
// param   actor   STRING
// param   now     ZONED DATETIME
// column  settled INTEGER
CYPHER 25
UNWIND $keys AS key
MATCH (proposal:MergeProposal {key: key})
  USING INDEX SEEK proposal:MergeProposal(key)
WHERE proposal.tenant = $tenant
REMOVE proposal.checksum
WITH proposal
WHERE proposal.status <> 'ACCEPTED'
SET proposal.status = 'ACCEPTED',
    proposal.actor = $actor,
    proposal.decided_at = $now
REMOVE proposal.reason
RETURN count(proposal) AS settled
