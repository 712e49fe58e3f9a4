// Every claim that ever stood in some slots of relations with another end, made there or at the other
// end, and every negative claim without a value that was made at the other ends of their claims.
//
// access  read
// param   tenant  STRING
// param   slots   LIST<MAP>     key, parent
// column  slot    STRING
// column  claims  LIST<MAP>     slot: that in which each was made; since, until: when it stood there
CYPHER 25
UNWIND $slots AS row
CALL (row) {
  CALL (row) {
    MATCH (claim:Memory {tenant: $tenant})
      USING INDEX SEEK claim:Memory(slot, retired_at, start)
    WHERE claim.slot IN [row.key, row.parent]
      AND claim.retired_at IS NOT NULL
      AND claim.start IS NOT NULL
      AND (claim.slot = row.key OR claim.canonical IS NULL)
    RETURN claim
    UNION
    MATCH (claim:Memory {tenant: $tenant})
      USING INDEX SEEK claim:Memory(other_slot, retired_at)
    WHERE claim.other_slot = row.key AND claim.retired_at IS NOT NULL
    RETURN claim
    UNION
    MATCH (slot:Slot {tenant: $tenant})
      USING INDEX SEEK slot:Slot(tenant, key)
    WHERE slot.key IN [row.key, row.parent]
    MATCH (slot)<-[:STOOD_IN]-(claim:Memory)
    RETURN claim
    UNION
    MATCH (claim:Memory)-[stood:STOOD_IN]->()
      USING INDEX SEEK stood:STOOD_IN(other_slot)
    WHERE stood.other_slot = row.key AND stood.tenant = $tenant
    RETURN claim
  }
  RETURN collect(claim) AS standing
}
CALL (standing) {
  UNWIND standing AS claim
  RETURN collect(DISTINCT claim.parent) + collect(DISTINCT claim.other_parent) AS parents
}
CALL (parents) {
  UNWIND parents AS key
  WITH DISTINCT key
  MATCH (claim:Memory {tenant: $tenant})
    USING INDEX SEEK claim:Memory(slot, retired_at, start)
  WHERE claim.slot = key AND claim.retired_at IS NOT NULL AND claim.start IS NOT NULL
    AND claim.canonical IS NULL
  RETURN collect(claim) AS nameless
}
CALL (standing, nameless) {
  UNWIND standing + nameless AS claim
  WITH DISTINCT claim
  CALL (claim) {
    WITH claim
    WHERE claim.slot IS NOT NULL
    RETURN claim.slot AS slot, claim.other_slot AS other_slot, claim.canonical AS canonical, claim.value AS value,
           claim.typed AS typed, claim.target AS target,
           coalesce(claim.stands_from, claim.admitted_at) AS since, claim.retired_at AS until
    UNION ALL
    MATCH (claim)-[stood:STOOD_IN {tenant: $tenant}]->()
    RETURN stood.slot AS slot, stood.other_slot AS other_slot, stood.canonical AS canonical, stood.value AS value,
           stood.typed AS typed, stood.target AS target,
           stood.system_from AS since, stood.system_to AS until
  }
  MATCH (made:Slot {tenant: $tenant, key: slot})
    USING INDEX SEEK made:Slot(tenant, key)
  RETURN collect(claim {
           .id, .negative, .start, .end, .stated, .precision, .precision_to, .offset, .offset_to, .vouched_until,
           .said_at, .placed_at, .ordinal, .expires_at, .confidence, .authority, .speaker,
           .context, .start_unknown, .end_unknown,
           holds_from: null, holds_to: null, successor: null,
           canonical: canonical, value: value, typed: typed, target: target,
           slot: made {.key, .parent, .entity, .attribute, .context, .scope},
           other_slot: other_slot, since: since, until: until
         }) AS claims
}
RETURN row.key AS slot, claims
