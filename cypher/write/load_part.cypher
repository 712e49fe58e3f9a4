// Write what a part of a file amounts to: names, entities, slots, claims, beliefs, and how far the
// file has come.
//
// The same as `revise` for many changes at once, leaner. Where a name, an entity or a slot is not
// as it was read, the caller rolls back and reads again. What a part both inserts and ends comes
// here with its end; of several changes at one system time only the net effect comes at all.
//
// access  write
// param   tenant          STRING
// param   forever         ZONED DATETIME  the end of time
// param   names           LIST<MAP>       in order of key: key, text, bearers (how many bore it when
//                                         it was read; null where any number will do)
// param   made            LIST<MAP>       properties of new entities
// param   bearers         LIST<MAP>       key, id: names of the new entities
// param   settled         LIST<MAP>       id, kind: entities of which the kind is now known
// param   entities        LIST<MAP>       in order of id: id, identity as read
// param   fresh           LIST<MAP>       properties of new slots, parents first, by key
// param   slots           LIST<MAP>       other slots, parents first, by key: key, revision as read,
//                                         changes, last (system time of the last of them, or null)
// param   episodes        LIST<MAP>       properties of sources, the part's own text among them
// param   episode         STRING          the part's own
// param   now             ZONED DATETIME  the part's system time
// param   common          MAP             what the properties of all plain claims have in common
// param   plain           LIST<MAP>       claims that are the first of their slots, each with its one
//                                         belief; what is as usual is left out: see `bulk_plain`
// param   claims          LIST<MAP>       properties of other new memories; from, to, span: where the line
//                                         is in the part's text; null if it is not its evidence
// param   evidence        LIST<MAP>       memory, episode, properties: other evidence
// param   closed          LIST<MAP>       id, at: beliefs known before that are known no longer
// param   dropped         LIST<STRING>    beliefs inserted at this same system time
// param   attributes      LIST<MAP>       entity, key, properties: new beliefs about values
// param   relations       LIST<MAP>       entity, target, properties: new beliefs about entities
// param   unlinked        LIST<MAP>       memory, heir, at: supersessions that no longer are
// param   linked          LIST<MAP>       memory, heir, properties: new supersessions
// param   holds           LIST<MAP>       id, from, to: what memories known before carry now
// param   confirmed       LIST<MAP>       memory, doubt, at: held memories said again by others
// param   contradictions  LIST<MAP>       properties
// param   audits          LIST<MAP>       properties
// param   load            MAP             key, and the properties of the file's progress
// column  same            INTEGER         how many names, entities and slots were as read
// column  targets         INTEGER         how many of the relations found both ends
CYPHER 25 replan=skip
CALL () {
  UNWIND $names AS row
  MERGE (name:Name {tenant: $tenant, key: row.key})
    ON CREATE SET name.text = row.text
  REMOVE name.checksum
  WITH name, row
  WHERE row.bearers IS NULL OR COUNT { MATCH (name)-[:NAMES]->() } = row.bearers
  RETURN count(row) AS names
}
CALL () {
  UNWIND $entities AS row
  MATCH (entity:Entity {id: row.id, tenant: $tenant})
  REMOVE entity.checksum
  WITH entity, row
  WHERE coalesce(entity.identity, 0) = row.identity
  RETURN count(entity) AS entities
}
CALL () { UNWIND $made AS row CREATE (entity:Entity) SET entity = row, entity.tenant = $tenant }
CALL () {
  UNWIND $bearers AS row
  MATCH (name:Name {tenant: $tenant, key: row.key})
  MATCH (entity:Entity {id: row.id, tenant: $tenant})
  CREATE (name)-[:NAMES {tenant: $tenant}]->(entity)
}
CALL () {
  UNWIND $settled AS row
  MATCH (entity:Entity {id: row.id, tenant: $tenant})
  SET entity.kind = row.kind
}
CALL () { UNWIND $fresh AS row CREATE (slot:Slot) SET slot = row, slot.tenant = $tenant }
CALL () {
  UNWIND $slots AS row
  MATCH (slot:Slot {key: row.key, tenant: $tenant})
  REMOVE slot.checksum
  WITH slot, row
  WHERE slot.revision = row.revision
  SET slot.revision = row.revision + row.changes,
      slot.system_last = coalesce(row.last, slot.system_last)
  RETURN count(slot) AS slots
}
CALL () { UNWIND $episodes AS row CREATE (source:Episode) SET source = row, source.tenant = $tenant }
CALL () {
  MATCH (source:Episode {id: $episode, tenant: $tenant})
  WITH source, $common AS common
  UNWIND $plain AS row
  CREATE (:Slot {
           tenant: $tenant, key: row.slot, parent: coalesce(row.parent, row.slot),
           entity: row.about, attribute: row.attribute, context: row.context, scope: common.scope,
           revision: 1, system_last: coalesce(row.at, $now)
         })
  // Named one by one, the properties are set at once; from a map it takes a quarter longer.
  CREATE (claim:Memory {
    tenant: $tenant, id: row.id, slot: row.slot, parent: coalesce(row.parent, row.slot),
    entity: coalesce(row.entity, row.about), attribute: row.attribute, context: row.context,
    canonical: row.canonical, value: row.value, typed: row.typed, target: row.target,
    start: row.start, end: coalesce(row.end, $forever), reach: row.reach, said_at: row.said_at,
    stated: row.stated, precision: row.precision, precision_to: row.precision_to,
    confidence: row.confidence, text: row.text, seq: row.seq, key: row.key,
    holds_from: row.start, holds_to: coalesce(row.end, $forever),
    recorded_at: coalesce(row.at, $now), placed_at: coalesce(row.at, $now),
    admitted_at: coalesce(row.at, $now), retired_at: $forever,
    scope: common.scope, authority: common.authority, speaker: common.speaker,
    vouched_until: common.vouched_until, importance: common.importance, type: common.type,
    topic: common.topic, tags: common.tags, inference: common.inference, session: common.session,
    source_kind: common.source_kind, extractor: common.extractor, visibility: common.visibility,
    consent_basis: common.consent_basis, corrects: common.corrects, actor: common.actor,
    reason: common.reason, embedded: 0
  })
  CREATE (claim)-[:EVIDENCED_BY {tenant: $tenant, span: row.span, start: row.from, end: row.to,
                                 verdict: 'SUPPORTED'}]->(source)
}
CALL () {
  UNWIND $plain AS row
  WITH row
  WHERE row.target IS NULL
  MATCH (entity:Entity {id: row.about, tenant: $tenant})
  MERGE (value:Value {tenant: $tenant, key: row.canonical})
  CREATE (entity)-[:ATTRIBUTE {
           tenant: $tenant, id: row.belief, slot: row.slot, parent: coalesce(row.parent, row.slot),
           entity: row.about, attribute: row.attribute, context: row.context,
           canonical: row.canonical, value: row.value, typed: row.typed, valid_from: row.start,
           valid_to: coalesce(row.end, $forever), precision_from: row.precision,
           precision_to: row.precision_to, stated: row.stated, confidence: row.confidence,
           memories: [row.id], open_by: row.end IS NULL, system_from: coalesce(row.at, $now),
           system_to: $forever, open_slot: CASE WHEN row.end IS NULL THEN row.slot END
         }]->(value)
}
CALL () {
  UNWIND $plain AS row
  WITH row
  WHERE row.target IS NOT NULL
  MATCH (entity:Entity {id: row.about, tenant: $tenant})
  MATCH (target:Entity {id: row.canonical, tenant: $tenant})
  CREATE (entity)-[belief:RELATION {
           tenant: $tenant, id: row.belief, slot: row.slot, parent: coalesce(row.parent, row.slot),
           entity: row.about, attribute: row.attribute, context: row.context,
           canonical: row.canonical, target: row.target, valid_from: row.start,
           valid_to: coalesce(row.end, $forever), precision_from: row.precision,
           precision_to: row.precision_to, stated: row.stated, confidence: row.confidence,
           memories: [row.id], open_by: row.end IS NULL, system_from: coalesce(row.at, $now),
           system_to: $forever, open_slot: CASE WHEN row.end IS NULL THEN row.slot END
         }]->(target)
  RETURN count(belief) AS related
}
CALL () {
  OPTIONAL MATCH (source:Episode {id: $episode, tenant: $tenant})
  UNWIND $claims AS row
  CREATE (claim:Memory)
  SET claim = row.properties, claim.tenant = $tenant, claim.embedded = 0
  WITH source, claim, row
  WHERE row.span IS NOT NULL AND source IS NOT NULL
  CREATE (claim)-[:EVIDENCED_BY {tenant: $tenant, span: row.span, start: row.from, end: row.to,
                                 verdict: 'SUPPORTED'}]->(source)
}
CALL () {
  UNWIND $evidence AS row
  MATCH (claim:Memory {id: row.memory, tenant: $tenant})
  CALL (row, claim) {
    MATCH (source:Episode {id: row.episode, tenant: $tenant})
    CREATE (claim)-[shown:EVIDENCED_BY]->(source)
    SET shown = row.properties, shown.tenant = $tenant
  }
}
CALL () {
  UNWIND $closed AS row
  MATCH ()-[belief:ATTRIBUTE {id: row.id, tenant: $tenant}]->()
  SET belief.system_to = row.at
  REMOVE belief.open_slot
}
CALL () {
  UNWIND $closed AS row
  MATCH ()-[belief:RELATION {id: row.id, tenant: $tenant}]->()
  SET belief.system_to = row.at
  REMOVE belief.open_slot
}
CALL () {
  UNWIND $dropped AS id
  MATCH ()-[belief:ATTRIBUTE {id: id, tenant: $tenant}]->()
  DELETE belief
}
CALL () {
  UNWIND $dropped AS id
  MATCH ()-[belief:RELATION {id: id, tenant: $tenant}]->()
  DELETE belief
}
CALL () {
  UNWIND $attributes AS row
  MATCH (entity:Entity {id: row.entity, tenant: $tenant})
  MERGE (value:Value {tenant: $tenant, key: row.key})
  CREATE (entity)-[belief:ATTRIBUTE]->(value)
  SET belief = row.properties, belief.tenant = $tenant
}
CALL () {
  UNWIND $relations AS row
  MATCH (entity:Entity {id: row.entity, tenant: $tenant})
  MATCH (target:Entity {id: row.target, tenant: $tenant})
  CREATE (entity)-[belief:RELATION]->(target)
  SET belief = row.properties, belief.tenant = $tenant
  RETURN count(belief) AS targets
}
CALL () {
  UNWIND $unlinked AS row
  MATCH (memory:Memory {id: row.memory, tenant: $tenant})
  MATCH (memory)-[gave:SUPERSEDED_BY {tenant: $tenant, system_to: $forever}]->(heir)
  WITH row, gave, heir
  WHERE heir.id = row.heir
  WITH row, gave, gave.system_from = row.at AS fresh
  FOREACH (link IN CASE WHEN fresh THEN [gave] ELSE [] END | DELETE link)
  FOREACH (link IN CASE WHEN fresh THEN [] ELSE [gave] END | SET link.system_to = row.at)
}
CALL () {
  UNWIND $linked AS row
  MATCH (memory:Memory {id: row.memory, tenant: $tenant})
  CALL (row, memory) {
    MATCH (heir:Memory {id: row.heir, tenant: $tenant})
    CREATE (memory)-[gave:SUPERSEDED_BY]->(heir)
    SET gave = row.properties, gave.tenant = $tenant
  }
}
CALL () {
  UNWIND $holds AS row
  MATCH (claim:Memory {id: row.id, tenant: $tenant})
  SET claim.holds_from = row.from, claim.holds_to = row.to
}
CALL () {
  UNWIND $confirmed AS row
  MERGE (counter:Counter {memory: row.memory})
    ON CREATE SET counter.tenant = $tenant, counter.confirmations = 0, counter.doubt = 1.0
  SET counter.confirmations = coalesce(counter.confirmations, 0) + 1,
      counter.doubt = coalesce(counter.doubt, 1.0) * row.doubt,
      counter.last_confirmed_at = CASE
        WHEN counter.last_confirmed_at > row.at THEN counter.last_confirmed_at
        ELSE row.at
      END
}
CALL () {
  UNWIND $contradictions AS row
  CREATE (found:Contradiction)
  SET found = row, found.tenant = $tenant
}
CALL () { UNWIND $audits AS row CREATE (audit:Audit) SET audit = row, audit.tenant = $tenant }
CALL () {
  MERGE (load:Load {tenant: $tenant, key: $load.key})
  SET load += $load
}
RETURN names + entities + slots AS same, targets + related AS targets
