// Settle a proposal to merge, if it waits, with a line in the audit.
//
// access  write
// param   tenant  STRING
// param   id      STRING
// param   status  STRING          ACCEPTED or DISMISSED
// param   reason  STRING          null for none
// param   actor   STRING
// param   audit   STRING          the id of the line
// param   now     ZONED DATETIME
// column  proposal  MAP
CYPHER 25
MATCH (proposal:MergeProposal {id: $id})
  USING INDEX SEEK proposal:MergeProposal(id)
REMOVE proposal.checksum
WITH proposal, proposal.tenant = $tenant AND proposal.status = 'OPEN' AS waits
WHERE waits
SET proposal.status = $status,
    proposal.reason = $reason,
    proposal.actor = $actor,
    proposal.decided_at = $now
CREATE (:Audit {tenant: $tenant, unsealed: $tenant, id: $audit, at: $now, actor: $actor,
                action: 'merge_' + toLower($status), subject: $id, reason: $reason, scope: proposal.scope})
RETURN properties(proposal) AS proposal
