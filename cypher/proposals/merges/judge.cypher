// Keep what a model says of a proposal that waits, once.
//
// access  write
// param   tenant  STRING
// param   id      STRING
// param   said    STRING
// param   now     ZONED DATETIME
// column  id      STRING
CYPHER 25
MATCH (proposal:MergeProposal {id: $id})
  USING INDEX SEEK proposal:MergeProposal(id)
REMOVE proposal.checksum
WITH proposal,
     proposal.tenant = $tenant AND proposal.status = 'OPEN' AND proposal.judged_at IS NULL AS waits
WHERE waits
SET proposal.reasons = proposal.reasons + $said,
    proposal.judged_at = $now
RETURN proposal.id AS id
