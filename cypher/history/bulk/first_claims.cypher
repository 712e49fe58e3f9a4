// Write the first claims of slots, each with its slot, its episode and its one belief, and how far a
// file has come.
//
// Most lines of most files are such claims. What is as usual of a row is left out. The entities are
// there, and locked; to make a slot that is there is refused by the store.
//
// access  write
// param   tenant   STRING
// param   forever  ZONED DATETIME  the end of time
// param   part     MAP             in one map, see `kernel/slots/apply_changeset`:
//   now      the system time of rows that say none of their own
//   common   what the properties of all the claims have in common
//   plain    the rows of `graph.history.bulk.first_claims`
// param   load     MAP             key, and the properties of the file's progress
// column  related  INTEGER         how many of the relations found both ends
CYPHER 25 replan=skip
CALL () {
  WITH $part.common AS common
  UNWIND $part.plain AS row
  MATCH (about:Entity {id: row.about, tenant: $tenant})
    USING INDEX SEEK about:Entity(id)
  CREATE (about)-[:HAS_SLOT {tenant: $tenant}]->(slot:Slot {
           tenant: $tenant, key: row.slot, parent: coalesce(row.parent, row.slot),
           entity: row.about, attribute: row.attribute, context: row.context, scope: common.scope,
           revision: 1, system_last: coalesce(row.at, $part.now)
         })
  // Named one by one, the properties are set at once; from a map it takes a quarter longer.
  CREATE (claim:Memory {
    tenant: $tenant, id: row.id, slot: row.slot, parent: coalesce(row.parent, row.slot),
    entity: coalesce(row.entity, row.about), attribute: row.attribute, context: row.context,
    canonical: row.canonical, value: row.value, typed: row.typed, target: row.target,
    start: row.start, end: coalesce(row.end, $forever), reach: row.reach, said_at: row.said_at,
    stated: row.stated, precision: row.precision, precision_to: row.precision_to,
    offset: row.offset, offset_to: row.offset_to,
    confidence: row.confidence, text: row.text, seq: row.seq, key: row.key,
    holds_from: row.start, holds_to: coalesce(row.end, $forever),
    recorded_at: coalesce(row.at, $part.now), placed_at: coalesce(row.at, $part.now),
    admitted_at: coalesce(row.at, $part.now), retired_at: $forever,
    scope: common.scope, authority: common.authority, speaker: common.speaker,
    vouched_until: common.vouched_until, importance: common.importance, type: common.type,
    topic: common.topic, tags: common.tags, rule: common.rule, inference: common.inference, session: common.session,
    source_kind: common.source_kind, extractor: common.extractor, visibility: common.visibility,
    consent_basis: common.consent_basis, corrects: common.corrects, actor: common.actor,
    reason: common.reason, embedded: 0
  })
  CREATE (claim)-[:CLAIMS {tenant: $tenant}]->(slot)
  CREATE (claim)-[:EVIDENCED_BY {
           tenant: $tenant, span: row.evidence, start: 0, end: row.length, verdict: 'SUPPORTED'
         }]->(:Episode {
           tenant: $tenant, id: row.episode, text: row.evidence, occurred_at: row.said_at,
           recorded_at: coalesce(row.at, $part.now), session: common.session,
           source_kind: common.source_kind, speaker: common.speaker, topic: common.topic
         })
}
CALL () {
  UNWIND $part.plain AS row
  WITH row
  WHERE row.target IS NULL
  MATCH (entity:Entity {id: row.about, tenant: $tenant})
    USING INDEX SEEK entity:Entity(id)
  MERGE (value:Value {tenant: $tenant, key: row.canonical})
  CREATE (entity)-[:BELIEF {
           tenant: $tenant, id: row.belief, slot: row.slot, parent: coalesce(row.parent, row.slot),
           entity: row.about, attribute: row.attribute, context: row.context,
           context_key: row.context_key,
           canonical: row.canonical, value: row.value, typed: row.typed, valid_from: row.start,
           valid_to: coalesce(row.end, $forever), precision_from: row.precision,
           precision_to: row.precision_to, offset_from: row.offset, offset_to: row.offset_to,
           stated: row.stated, confidence: row.confidence,
           memories: [row.id], open_by: row.end IS NULL, system_from: coalesce(row.at, $part.now),
           system_to: $forever, open_slot: CASE WHEN row.end IS NULL THEN row.slot END
         }]->(value)
}
CALL () {
  UNWIND $part.plain AS row
  WITH row
  WHERE row.target IS NOT NULL
  MATCH (entity:Entity {id: row.about, tenant: $tenant})
    USING INDEX SEEK entity:Entity(id)
  MATCH (target:Entity {id: row.canonical, tenant: $tenant})
    USING INDEX SEEK target:Entity(id)
  CREATE (entity)-[belief:BELIEF {
           tenant: $tenant, id: row.belief, slot: row.slot, parent: coalesce(row.parent, row.slot),
           entity: row.about, attribute: row.attribute, context: row.context,
           context_key: row.context_key,
           canonical: row.canonical, target: row.target, valid_from: row.start,
           valid_to: coalesce(row.end, $forever), precision_from: row.precision,
           precision_to: row.precision_to, offset_from: row.offset, offset_to: row.offset_to,
           stated: row.stated, confidence: row.confidence,
           memories: [row.id], open_by: row.end IS NULL, system_from: coalesce(row.at, $part.now),
           system_to: $forever, open_slot: CASE WHEN row.end IS NULL THEN row.slot END
         }]->(target)
  RETURN count(belief) AS related
}
CALL () {
  MERGE (load:Load {tenant: $tenant, key: $load.key})
  SET load += $load
}
// The session comes last, see `kernel/slots/apply_changeset`.
CALL () {
  WITH $part.common.session AS name
  WHERE name IS NOT NULL
  MERGE (session:Session {tenant: $tenant, name: name, scope: ''})
  WITH session
  UNWIND $part.plain AS row
  MATCH (episode:Episode {id: row.episode, tenant: $tenant})
    USING INDEX SEEK episode:Episode(id)
  CREATE (episode)-[:IN {tenant: $tenant}]->(session)
}
RETURN related
