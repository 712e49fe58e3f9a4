// Every claim that ever stood in some slots of a tenant, with its supersessions on both axes,
// whatever tenant the claims say they are of.
//
// access  read
// param   tenant  STRING
// param   slots   LIST<STRING>
// column  claims  LIST<MAP>     each with its links: what it gave way to, why, when that was known;
//                               here: whether this is where it stands, or stood when it was retired
CYPHER 25
CALL () {
  MATCH (claim:Memory)
    USING INDEX SEEK claim:Memory(slot, retired_at, start)
  WHERE claim.slot IN $slots AND claim.retired_at IS NOT NULL AND claim.start IS NOT NULL
  RETURN claim,
         {slot: claim.slot, parent: claim.parent, canonical: claim.canonical,
          value: claim.value, typed: claim.typed, target: claim.target,
          since: coalesce(claim.stands_from, claim.admitted_at), until: claim.retired_at} AS place
  UNION ALL
  MATCH (slot:Slot {tenant: $tenant})
    USING INDEX SEEK slot:Slot(tenant, key)
  WHERE slot.key IN $slots
  MATCH (slot)<-[stood:STOOD_IN]-(claim:Memory)
  RETURN claim,
         {slot: stood.slot, parent: stood.parent, canonical: stood.canonical,
          value: stood.value, typed: stood.typed, target: stood.target,
          since: stood.system_from, until: stood.system_to} AS place
}
WITH claim, place
ORDER BY place.slot, claim.id
RETURN collect(claim {
         .id, .tenant, .scope, .negative, .start, .end, .stated,
         .precision, .precision_to, .offset, .offset_to, .vouched_until, .said_at, .placed_at, .ordinal, .expires_at,
         .confidence, .authority, .speaker, .context, .start_unknown, .end_unknown,
         .holds_from, .holds_to, successor: null,
         slot: place.slot, here: claim.slot = place.slot, parent: place.parent, canonical: place.canonical,
         value: place.value, typed: place.typed, target: place.target,
         admitted_at: place.since, retired_at: place.until,
         links: COLLECT {
           MATCH (claim)-[link:SUPERSEDED_BY]->(successor:Memory)
           RETURN {
             successor: successor.id,
             reason: link.reason,
             system_from: link.system_from,
             system_to: link.system_to
           }
           ORDER BY link.system_from, successor.id
         }
       }) AS claims
