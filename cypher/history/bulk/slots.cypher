// The slots of a part of a file, as far as they are there: what `contradictions_of_claim` tells of
// one, for many. A slot whose parent is not there is new, and does not come back.
//
// access  read
// param   tenant    STRING
// param   slots     LIST<MAP>       key, parent, rejections (key of each that would matter, its
//                                   own and value of what is claimed)
// param   dawn      ZONED DATETIME  the start of time
// param   forever   ZONED DATETIME  the end of time
// param   limit     INTEGER         claims at most, of each
// column  registry  INTEGER         version of the tenant's registry
// column  slots     LIST<MAP>       key, there, many and other (of its parent), revision, above, last (the last
//                                   change's system time), answered_at, rejected (own,
//                                   value, id and canonical of those rejections that stand), claims, beliefs
CYPHER 25 replan=skip
CALL () {
  UNWIND $slots AS row
  MATCH (parent:Slot {key: row.parent, tenant: $tenant})
    USING INDEX SEEK parent:Slot(tenant, key)
  OPTIONAL MATCH (slot:Slot {key: row.key, tenant: $tenant})
    USING INDEX SEEK slot:Slot(tenant, key)
  CALL (row) {
    MATCH (claim:Memory {tenant: $tenant})
      USING INDEX SEEK claim:Memory(slot, retired_at, start)
    WHERE claim.slot IN [row.key, row.parent]
      AND claim.retired_at = $forever
      AND claim.start < $forever
      AND (claim.slot = row.key OR claim.canonical IS NULL)
    WITH claim
    ORDER BY claim.start DESC
    LIMIT $limit
    RETURN collect(claim {
             .id, .canonical, .value, .typed, .target, .negative, .start, .end, .stated, .precision,
             .precision_to, .offset, .offset_to, .vouched_until, .said_at, .placed_at, .ordinal, .expires_at,
             .confidence, .authority, .speaker, .context, .start_unknown, .end_unknown, .holds_from, .holds_to,
             successor: head([(claim)-[gave:SUPERSEDED_BY {tenant: $tenant, system_to: $forever}]->(successor)
                         | [successor.id, gave.reason]])
           }) AS claims
  }
  WITH row, parent, slot, claims,
       CASE WHEN size(claims) < $limit THEN $dawn ELSE claims[-1].start END AS since
  CALL (row, since) {
    MATCH ()-[belief:BELIEF {tenant: $tenant, slot: row.key, system_to: $forever}]->()
      USING INDEX SEEK belief:BELIEF(slot, system_to, valid_to)
    WHERE belief.valid_to > since
    RETURN collect(properties(belief)) AS beliefs
  }
  RETURN collect({
           key: row.key,
           there: slot IS NOT NULL,
           many: parent.many, other: parent.other,
           revision: coalesce(slot.revision, 0),
           above: parent.revision,
           last: slot.system_last,
           answered_at: slot.answered_at,
           rejected: COLLECT {
             UNWIND row.rejections AS asked
             MATCH (rejection:Rejection {tenant: $tenant, key: asked.key, lifted_at: $forever})
               USING INDEX SEEK rejection:Rejection(key)
             RETURN asked { .own, .value, id: rejection.id, canonical: rejection.canonical }
           },
           claims: claims,
           beliefs: beliefs
         }) AS slots
}
OPTIONAL MATCH (tenant:Tenant {tenant: $tenant})
  USING INDEX SEEK tenant:Tenant(tenant)
RETURN coalesce(tenant.registry, 0) AS registry, slots
