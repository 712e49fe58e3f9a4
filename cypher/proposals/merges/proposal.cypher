// One proposal to merge, with the entities that stand for its two now.
//
// access  read
// param   tenant    STRING
// param   scopes    LIST<STRING>    that are seen; null for all
// param   id        STRING
// param   forever   ZONED DATETIME  the end of time
// column  proposal  MAP
// column  stands    LIST<STRING>    for the one, and for the other
CYPHER 25
MATCH (proposal:MergeProposal {id: $id})
  USING INDEX SEEK proposal:MergeProposal(id)
WHERE proposal.tenant = $tenant
  AND ($scopes IS NULL OR coalesce(proposal.scope, '') IN $scopes)
RETURN properties(proposal) AS proposal,
       [at IN [proposal.one, proposal.other] |
         head(COLLECT {
           MATCH (entity:Entity {tenant: $tenant, id: at})
                 (()-[same:SAME_AS WHERE same.tenant = $tenant AND same.system_to = $forever]->()){0,}
                 (stands:Entity)
             USING INDEX SEEK entity:Entity(id)
           WHERE NOT EXISTS {
             MATCH (stands)-[onward:SAME_AS]->()
             WHERE onward.tenant = $tenant AND onward.system_to = $forever
           }
           RETURN stands.id
         })] AS stands
