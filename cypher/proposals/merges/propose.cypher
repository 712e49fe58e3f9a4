// Keep that pairs of entities may be one; a pair once proposed is left as it is, whatever its state.
//
// access  write
// param   tenant  STRING
// param   pairs   LIST<MAP>       key, id, one, other, score, reasons, scope: null for the common one
// param   now     ZONED DATETIME
// column  id      STRING          of those that are new
CYPHER 25
UNWIND $pairs AS pair
MERGE (proposal:MergeProposal {key: pair.key})
  ON CREATE SET proposal.tenant = $tenant,
                proposal.id = pair.id,
                proposal.one = pair.one,
                proposal.other = pair.other,
                proposal.score = pair.score,
                proposal.reasons = pair.reasons,
                proposal.scope = pair.scope,
                proposal.status = 'OPEN',
                proposal.proposed_at = $now
WITH pair, proposal
WHERE proposal.tenant = $tenant AND proposal.id = pair.id
RETURN proposal.id AS id
