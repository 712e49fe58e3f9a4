// A page of a tenant's slots in order of their keys. A plain slot has one claim with nothing beside
// it, and the one belief that this claim adds up to (or neither): there is no more to project.
//
// access  read
// scans   a page, in the order of the index
// param   tenant  STRING
// param   after   STRING           the last key seen; empty to begin
// param   limit   INTEGER
// column  slots   LIST<LIST<ANY>>  key, parent, scope, entity, attribute, context, how many claims
//                                  hang on it, whether it is plain, and the value of its own
CYPHER 25
MATCH (slot:Slot)
  USING INDEX SEEK slot:Slot(tenant, key)
WHERE slot.tenant = $tenant AND slot.key > $after
WITH slot
ORDER BY slot.tenant, slot.key
LIMIT $limit
CALL (slot) {
  MATCH (claim:Memory)
    USING INDEX SEEK claim:Memory(slot, retired_at, start)
  WHERE claim.slot = slot.key AND claim.retired_at IS NOT NULL AND claim.start IS NOT NULL
  RETURN count(claim) AS load, head(collect(claim)) AS claim
}
CALL (slot) {
  MATCH ()-[found:BELIEF]->()
    USING INDEX SEEK found:BELIEF(slot, system_to, valid_to)
  WHERE found.slot = slot.key AND found.system_to IS NOT NULL AND found.valid_to IS NOT NULL
  RETURN count(found) AS versions, head(collect(found)) AS belief
}
WITH slot, load, belief,
     CASE
       WHEN EXISTS { MATCH (slot)<-[:STOOD_IN]-() } THEN false
       WHEN slot.key <> slot.parent AND EXISTS {
         MATCH (beside:Memory)
           USING INDEX SEEK beside:Memory(slot, retired_at, start)
         WHERE beside.slot = slot.parent
           AND beside.retired_at IS NOT NULL
           AND beside.start IS NOT NULL
       } THEN false
       WHEN slot.key <> slot.parent AND EXISTS {
         MATCH (parent:Slot {tenant: $tenant, key: slot.parent})<-[:STOOD_IN]-()
           USING INDEX SEEK parent:Slot(tenant, key)
       } THEN false
       WHEN EXISTS {
         MATCH (there:Memory)
           USING INDEX SEEK there:Memory(other_slot, retired_at)
         WHERE there.other_slot = slot.key AND there.retired_at IS NOT NULL
       } THEN false
       WHEN load = 0 AND versions = 0 THEN true
       WHEN load <> 1 OR versions <> 1 THEN false
       ELSE claim.tenant = $tenant
            AND coalesce(claim.scope, '') = coalesce(slot.scope, '')
            AND claim.parent = slot.parent
            AND NOT coalesce(claim.negative, false)
            AND claim.expires_at IS NULL
            AND NOT coalesce(claim.start_unknown, claim.end_unknown, false)
            AND claim.start < claim.end
            AND (claim.other_slot IS NULL OR NOT EXISTS {
              MATCH (there:Memory)
                USING INDEX SEEK there:Memory(slot, retired_at, start)
              WHERE there.slot IN [claim.other_slot, claim.other_parent]
                AND there.retired_at IS NOT NULL
                AND there.start IS NOT NULL
            } AND COUNT {
              MATCH (there:Memory)
                USING INDEX SEEK there:Memory(other_slot, retired_at)
              WHERE there.other_slot = claim.other_slot AND there.retired_at IS NOT NULL
            } = 1 AND NOT EXISTS {
              MATCH ()-[stood:STOOD_IN]->()
                USING INDEX SEEK stood:STOOD_IN(other_slot)
              WHERE stood.other_slot IN [claim.other_slot, slot.key]
            } AND NOT EXISTS {
              MATCH (:Slot {tenant: $tenant, key: claim.other_slot})<-[:STOOD_IN]-()
            })
            AND NOT EXISTS { MATCH (claim)-[:SUPERSEDED_BY]->() }
            AND belief.tenant = $tenant
            AND belief.parent = slot.parent
            AND belief.canonical = claim.canonical
            AND belief.memories = [claim.id]
            AND belief.valid_from = claim.start
            AND belief.valid_to = claim.end
            AND belief.system_from = coalesce(claim.stands_from, claim.admitted_at)
            AND belief.system_to = claim.retired_at
            AND (claim.holds_from IS NULL AND claim.retired_reason IS NOT NULL
                 OR claim.holds_from = claim.start
                    AND claim.holds_to = claim.end
                    AND claim.retired_reason IS NULL)
     END AS plain
RETURN collect([
         slot.key, slot.parent, coalesce(slot.scope, ''), slot.entity, slot.attribute, slot.context,
         load, coalesce(plain, false), CASE WHEN slot.key <> slot.parent THEN belief.canonical END
       ]) AS slots
