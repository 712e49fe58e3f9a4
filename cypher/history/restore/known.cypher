// Which of some things, named by the ids they have or would have, are there, and how they stand.
//
// access  read
// param   tenant          STRING
// param   memories        LIST<STRING>
// param   entities        LIST<STRING>
// param   episodes        LIST<STRING>
// param   named           LIST<STRING>  episodes, by what a file called them
// param   contradictions  LIST<STRING>
// param   rejections      LIST<STRING>
// param   consents        LIST<STRING>
// param   proposals       LIST<STRING>  to merge entities
// param   forever         ZONED DATETIME  the end of time
// column  memories        LIST<MAP>     as claims, with the slot in which they stand or are pending
// column  waiting         LIST<MAP>     id, shown: what waits for a person, and on which episodes it rests
// column  entities        LIST<MAP>     id
// column  episodes        LIST<MAP>     id, named
// column  contradictions  LIST<MAP>     id, resolved
// column  rejections      LIST<MAP>     id, lifted
// column  consents        LIST<MAP>     id
// column  proposals       LIST<MAP>     id
CYPHER 25
RETURN COLLECT {
         UNWIND $memories AS id
         MATCH (claim:Memory {id: id, tenant: $tenant})
           USING INDEX SEEK claim:Memory(tenant, id)
         RETURN claim {
           .id, .canonical, .value, .typed, .target, .negative, .start, .end, .stated, .precision,
           .precision_to, .offset, .offset_to, .vouched_until, .said_at, .placed_at, .ordinal, .expires_at, .confidence,
           .authority, .speaker, .context, .start_unknown, .end_unknown, .holds_from, .holds_to,
           .slot, .slot_held, .parent_held, .parent, .other_slot,
           .recorded_at, .admitted_at, .retired_at, .stands_from,
           place: COLLECT {
             MATCH (slot:Slot {key: coalesce(claim.slot, claim.slot_held), tenant: $tenant})
               USING INDEX SEEK slot:Slot(tenant, key)
             RETURN slot {.key, .parent, .entity, .attribute, .context, .scope}
           }[0]
         }
       } AS memories,
       COLLECT {
         UNWIND $memories AS id
         MATCH (memory:Waiting {id: id, tenant: $tenant})
           USING INDEX SEEK memory:Waiting(tenant, id)
         RETURN memory {
           .id,
           shown: COLLECT {
             MATCH (memory)-[proof:EVIDENCED_BY]->(episode:Episode)
             WHERE proof.tenant = $tenant
             RETURN episode.id
           }
         }
       } AS waiting,
       COLLECT {
         UNWIND $entities AS id
         MATCH (entity:Entity {id: id, tenant: $tenant})
           USING INDEX SEEK entity:Entity(id)
         RETURN entity {.id}
       } AS entities,
       COLLECT {
         UNWIND $episodes AS id
         MATCH (episode:Episode {id: id})
           USING INDEX SEEK episode:Episode(id)
         WHERE episode.tenant = $tenant
         RETURN {id: episode.id, named: episode.export_key} AS found
         UNION
         UNWIND $named AS name
         MATCH (episode:Episode {tenant: $tenant, export_key: name})
           USING INDEX SEEK episode:Episode(tenant, export_key)
         RETURN {id: episode.id, named: name} AS found
       } AS episodes,
       COLLECT {
         UNWIND $contradictions AS id
         MATCH (contradiction:Contradiction {id: id, tenant: $tenant})
           USING INDEX SEEK contradiction:Contradiction(id)
         RETURN {id: contradiction.id, resolved: contradiction.resolved_at IS NOT NULL}
       } AS contradictions,
       COLLECT {
         UNWIND $rejections AS id
         MATCH (rejection:Rejection {id: id})
           USING INDEX SEEK rejection:Rejection(id)
         WHERE rejection.tenant = $tenant
         RETURN {id: rejection.id, lifted: rejection.lifted_at < $forever}
       } AS rejections,
       COLLECT {
         UNWIND $consents AS id
         MATCH (consent:Consent {id: id, tenant: $tenant})
           USING INDEX SEEK consent:Consent(tenant, id)
         RETURN consent {.id}
       } AS consents,
       COLLECT {
         UNWIND $proposals AS id
         MATCH (proposal:MergeProposal {id: id})
           USING INDEX SEEK proposal:MergeProposal(id)
         WHERE proposal.tenant = $tenant
         RETURN proposal {.id}
       } AS proposals
