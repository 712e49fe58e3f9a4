// Some slots whole: every live claim and every belief known now, for a change that touches many.
//
// access  read
// param   tenant   STRING
// param   slots    LIST<MAP>       key, parent
// param   forever  ZONED DATETIME  the end of time
// column  slot         STRING
// column  system_last  ZONED DATETIME  of the last change to the slot
// column  revision     INTEGER         how often the slot has changed
// column  above        INTEGER         how often its parent has
// column  contested    BOOLEAN         whether a contradiction in the slot waits for an answer
// column  claims       LIST<MAP>
// column  beliefs      LIST<MAP>
CYPHER 25
UNWIND $slots AS row
OPTIONAL MATCH (slot:Slot {key: row.key, tenant: $tenant})
  USING INDEX SEEK slot:Slot(tenant, key)
OPTIONAL MATCH (parent:Slot {key: row.parent, tenant: $tenant})
  USING INDEX SEEK parent:Slot(tenant, key)
CALL (row) {
  MATCH (claim:Memory {tenant: $tenant})
    USING INDEX SEEK claim:Memory(slot, retired_at, start)
  WHERE claim.slot IN [row.key, row.parent]
    AND claim.retired_at = $forever
    AND claim.start < $forever
    AND (claim.slot = row.key OR claim.canonical IS NULL)
  RETURN collect(claim {
           .id, .canonical, .value, .typed, .target, .negative, .start, .end, .stated, .precision,
           .precision_to, .offset, .offset_to, .vouched_until, .said_at, .placed_at, .ordinal, .expires_at, .confidence,
           .authority, .speaker, .context, .start_unknown, .end_unknown, .holds_from, .holds_to,
           successor: head([(claim)-[gave:SUPERSEDED_BY {tenant: $tenant, system_to: $forever}]->(successor) |
                       [successor.id, gave.reason]])
         }) AS claims
}
CALL (row) {
  MATCH ()-[belief:BELIEF {tenant: $tenant, slot: row.key, system_to: $forever}]->()
    USING INDEX SEEK belief:BELIEF(slot, system_to, valid_to)
  WHERE belief.valid_to <= $forever
  RETURN collect(properties(belief)) AS beliefs
}
RETURN row.key AS slot,
       slot.system_last AS system_last,
       coalesce(slot.revision, 0) AS revision,
       coalesce(parent.revision, 0) AS above,
       EXISTS {
         MATCH (contradiction:Contradiction {open_parent: row.parent, tenant: $tenant})
           USING INDEX SEEK contradiction:Contradiction(open_parent)
         WHERE contradiction.slot IN [row.key, row.parent]
       } AS contested,
       claims,
       beliefs
