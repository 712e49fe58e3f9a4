// Proposals to merge of one status, in the order proposed, a page of them.
//
// Those whose two entities have become one by another way wait no more and are left out.
//
// access  read
// param   tenant    STRING
// param   scopes    LIST<STRING>    that are seen; null for all
// param   status    STRING
// param   entities  LIST<STRING>    about any of these; null for all
// param   after_at  ZONED DATETIME  when the last one seen was proposed
// param   after_id  STRING          its id; empty to begin
// param   limit     INTEGER
// param   forever   ZONED DATETIME  the end of time
// column  proposal  MAP
CYPHER 25
MATCH (proposal:MergeProposal)
  USING INDEX SEEK proposal:MergeProposal(tenant, status, proposed_at)
WHERE proposal.tenant = $tenant
  AND ($scopes IS NULL OR coalesce(proposal.scope, '') IN $scopes)
  AND proposal.status = $status
  AND proposal.proposed_at >= $after_at
  AND [proposal.proposed_at, proposal.id] > [$after_at, $after_id]
  AND ($entities IS NULL OR proposal.one IN $entities OR proposal.other IN $entities)
  AND NOT ($status = 'OPEN' AND EXISTS {
    MATCH (one:Entity {tenant: $tenant, id: proposal.one})
          (()-[up:SAME_AS WHERE up.tenant = $tenant AND up.system_to = $forever]->()){0,}
          (joined:Entity)
          (()<-[down:SAME_AS WHERE down.tenant = $tenant AND down.system_to = $forever]-()){0,}
          (member:Entity)
      USING INDEX SEEK one:Entity(id)
    WITH DISTINCT member
    WHERE member.id = proposal.other
    RETURN member
  })
WITH proposal
ORDER BY proposal.tenant, proposal.status, proposal.proposed_at, proposal.id
LIMIT $limit
RETURN properties(proposal) AS proposal
