// What stands in some slots of relations with another end: claims made here, claims made at the other
// end, the negative claims without a value there, and the beliefs known now, stored at either end.
//
// With a question, also the rivals of a claim among them, as in detect_contradictions: value is the
// claim's value as it stands in the slot.
//
// access  read
// param   tenant   STRING
// param   slots    LIST<MAP>       key, parent, and of a claim: value, negative, start, end, or null
// param   forever  ZONED DATETIME  the end of time
// column  slot         STRING
// column  system_last  ZONED DATETIME  of the last change to the slot
// column  answered_at  ZONED DATETIME  up to when an answer has settled its changes
// column  revision     INTEGER         how often the slot has changed
// column  above        INTEGER         how often its parent has
// column  contested    BOOLEAN         whether a contradiction in the slot waits for an answer
// column  claims       LIST<MAP>       about: the entity of the slot in which each was made
// column  beliefs      LIST<MAP>
// column  rivals       LIST<STRING>    ids of some of them
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
  RETURN collect(claim) AS own
}
CALL (row) {
  MATCH (claim:Memory {tenant: $tenant, other_slot: row.key, retired_at: $forever})
    USING INDEX SEEK claim:Memory(other_slot, retired_at)
  RETURN collect(claim) AS other
}
WITH row, slot, parent, own, other,
     [claim IN own WHERE claim.other_parent IS NOT NULL | claim.other_parent]
       + [claim IN other | claim.parent] AS opposite
CALL (opposite) {
  UNWIND opposite AS key
  WITH DISTINCT key
  MATCH (claim:Memory {tenant: $tenant, slot: key, retired_at: $forever})
    USING INDEX SEEK claim:Memory(slot, retired_at, start)
  WHERE claim.start < $forever AND claim.canonical IS NULL
  RETURN collect(claim) AS nameless
}
CALL (own, other, nameless) {
  UNWIND own + other + nameless AS claim
  WITH DISTINCT claim
  OPTIONAL MATCH (made:Slot {key: claim.slot, tenant: $tenant})
    USING INDEX SEEK made:Slot(tenant, key)
  RETURN collect(claim {
           .id, .canonical, .value, .typed, .target, .negative, .start, .end, .stated, .precision,
           .precision_to, .offset, .offset_to, .vouched_until, .said_at, .placed_at, .ordinal, .expires_at, .confidence,
           .authority, .speaker, .start_unknown, .end_unknown, .holds_from, .holds_to,
           .entity, .slot, .other_slot, .context, about: made.entity,
           successor: head([(claim)-[gave:SUPERSEDED_BY {tenant: $tenant, system_to: $forever}]->(successor) |
                       [successor.id, gave.reason]])
         }) AS claims
}
CALL (row) {
  CALL (row) {
    MATCH ()-[belief:BELIEF {tenant: $tenant, slot: row.key, system_to: $forever}]->()
      USING INDEX SEEK belief:BELIEF(slot, system_to, valid_to)
    WHERE belief.valid_to <= $forever AND belief.target IS NOT NULL
    RETURN belief, belief.canonical AS value
    UNION
    MATCH ()-[belief:BELIEF {tenant: $tenant, other_slot: row.key, system_to: $forever}]->()
      USING INDEX SEEK belief:BELIEF(other_slot, system_to)
    RETURN belief, belief.entity AS value
  }
  RETURN collect(properties(belief)) AS beliefs, collect({held: properties(belief), value: value}) AS seen
}
WITH row, slot, parent, claims, beliefs,
     [one IN seen
      WHERE row.start IS NOT NULL
        AND one.held.valid_to >= row.start AND one.held.valid_from <= row.end
        AND CASE
          WHEN row.negative THEN row.value IN ['', one.value]
                                 AND one.held.valid_to > row.start AND one.held.valid_from < row.end
          WHEN one.value <> row.value THEN one.held.valid_to > row.start AND one.held.valid_from < row.end
          ELSE one.held.valid_from <> row.start OR one.held.valid_to <> row.end
        END |
      one.held.id] AS rivals
RETURN row.key AS slot,
       slot.system_last AS system_last,
       slot.answered_at AS answered_at,
       coalesce(slot.revision, 0) AS revision,
       coalesce(parent.revision, 0) AS above,
       EXISTS {
         MATCH (contradiction:Contradiction {open_parent: row.parent, tenant: $tenant})
           USING INDEX SEEK contradiction:Contradiction(open_parent)
         WHERE contradiction.slot IN [row.key, row.parent]
       } AS contested,
       claims,
       beliefs,
       rivals
