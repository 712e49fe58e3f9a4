// Write everything that a change amounts to: one claim, an answer, a merge, or a part of a file.
//
// Names, entities, slots and values are locked first, in this order, each kind in the order given;
// sessions last.
// Where one is not as it was read, the caller rolls back and reads again.
//
// Nothing recorded is edited: a belief that no longer is gets its system interval closed (or, if it
// was inserted at this very system time, goes without a trace), and its new versions are inserted.
// The beliefs are closed before others are inserted, so that at no moment two are open.
//
// The lists come in one map: of a parameter that is a list the server plans a statement anew for
// every size that it has not met, and of many lists for every combination.
//
// access  write
// param   tenant   STRING
// param   forever  ZONED DATETIME  the end of time
// param   changes  MAP             the lists below
//   names          those locked or made: key, text, bearers as read or null
//   made           id, properties: entities; those that are there stay as they are
//   bearers        key, id: the names of entities
//   kinds          id, kind: entities of which the kind is now known
//   entities       those locked: id, identity as read or null
//   slots          those locked or made, parents first: key, parent, entity,
//                 attribute, context, scope, read (the revision as read),
//                 revision (from now on), last (system time of the last
//                 change, or null), many (whether each value has a slot of
//                 its own; null: no matter), form (the same, to be set),
//                 other (the form of a relation's other end, or null)
//   values         those locked: their keys
//   episodes       properties of sources; those that are there stay as they are
//   claims         properties of new memories
//   evidence       memory, episode, span, start, end, verdict
//   released       id, queued: memories that waited for a person, and are among the claims now; queued:
//                 that nobody had decided on
//   admitted       id, slot, parent, at, placed, other_slot, other_parent, canonical, ordinal,
//                 authority: memories that waited; what is null stays as it is
//   stays          id, slot, parent, other_slot, canonical, value, typed, target, system_from, system_to: where
//                 claims stood before
//   moved          id, slot, parent, other_slot, other_parent, canonical, value, typed, target, at, keep: claims that stand
//                 elsewhere now; keep: where they stood is noted here
//   retired        id, reason, at: memories that are claims no more
//   closed         id, at: beliefs whose system interval ends
//   dropped        beliefs inserted at the very system time at which they go
//   attributes     properties of new beliefs about values
//   relations      properties of new beliefs about entities
//   unlinked       memory, successor, at: supersessions that no longer are
//   linked         memory, successor, reason, system_from, system_to
//   holds          id, start, end: what memories carry now
//   confirmed      memory, doubt, at: held memories said again by others
//   contradictions properties
//   rejections     properties
//   operations     properties
//   receipts       properties
//   decisions      properties
//   audits         properties; those that are there stay as they are. Their scope is that of the
//                  memory that they are about
// column  same     INTEGER         how many names, entities and slots were as read
// column  found    INTEGER         how many spans and beliefs found both their ends
// column  unfinished  STRING       an absorbed entity whose merge or split has claims left to be moved,
//                                  if one of the entities locked stands for it
// column  released    INTEGER        how many of those waited still
CYPHER 25 replan=skip
CALL () {
  UNWIND $changes.names AS row
  MERGE (name:Name {tenant: $tenant, key: row.key})
    ON CREATE SET name.text = row.text
  REMOVE name.checksum
  WITH name, row
  WHERE row.bearers IS NULL OR COUNT { MATCH (name)-[:NAMES]->() } = row.bearers
  RETURN count(name) AS names
}
CALL () {
  UNWIND $changes.entities AS row
  MATCH (entity:Entity {id: row.id, tenant: $tenant})
    USING INDEX SEEK entity:Entity(id)
  REMOVE entity.checksum
  RETURN count(CASE WHEN row.identity IS NULL OR coalesce(entity.identity, 0) = row.identity THEN 1 END) AS entities,
         max(entity.unfinished[0]) AS unfinished
}
CALL () {
  UNWIND $changes.made AS row
  MERGE (entity:Entity {id: row.id})
    ON CREATE SET entity = row.properties, entity.id = row.id, entity.tenant = $tenant
  WITH entity
  // Its slots may have been locked before it was made.
  CALL (entity) {
    MATCH (slot:Slot {entity: entity.id, tenant: $tenant})
      USING INDEX SEEK slot:Slot(entity, attribute)
    WHERE slot.attribute IS NOT NULL
    MERGE (entity)-[:HAS_SLOT {tenant: $tenant}]->(slot)
  }
}
CALL () {
  UNWIND $changes.bearers AS row
  MATCH (name:Name {tenant: $tenant, key: row.key})
    USING INDEX SEEK name:Name(tenant, key)
  MATCH (entity:Entity {id: row.id, tenant: $tenant})
    USING INDEX SEEK entity:Entity(id)
  MERGE (name)-[:NAMES {tenant: $tenant}]->(entity)
}
CALL () {
  UNWIND $changes.kinds AS row
  MATCH (entity:Entity {id: row.id, tenant: $tenant})
    USING INDEX SEEK entity:Entity(id)
  SET entity.kind = row.kind
}
CALL () {
  UNWIND $changes.slots AS row
  MERGE (slot:Slot {tenant: $tenant, key: row.key})
    ON CREATE SET slot.parent = row.parent, slot.entity = row.entity,
                  slot.attribute = row.attribute, slot.context = row.context,
                  slot.scope = row.scope, slot.revision = 0
  REMOVE slot.checksum
  WITH slot, row
  CALL (slot, row) {
    WITH slot, row
    WHERE slot.revision = 0
    MATCH (entity:Entity {id: slot.entity, tenant: $tenant})
      USING INDEX SEEK entity:Entity(id)
    MERGE (entity)-[:HAS_SLOT {tenant: $tenant}]->(slot)
  }
  WITH slot, row
  WHERE slot.revision = row.read AND coalesce(slot.many = row.many, true)
  SET slot.many = coalesce(row.form, slot.many, row.many),
      slot.other = coalesce(slot.other, row.other),
      slot.revision = row.revision,
      slot.system_last = coalesce(row.last, slot.system_last)
  RETURN count(slot) AS slots
}
CALL () {
  UNWIND $changes.values AS key
  MATCH (value:Value {tenant: $tenant, key: key})
    USING INDEX SEEK value:Value(tenant, key)
  REMOVE value.checksum
}
CALL () {
  UNWIND $changes.episodes AS row
  MERGE (episode:Episode {id: row.id})
    ON CREATE SET episode = row, episode.tenant = $tenant,
                  episode:$(CASE WHEN row.ordinal IS NULL THEN [] ELSE ['Turn'] END)
}
CALL () {
  UNWIND $changes.claims AS row
  CREATE (claim:Memory)
  SET claim = row, claim.tenant = $tenant, claim.embedded = 0
}
CALL () {
  UNWIND $changes.evidence AS row
  MATCH (claim:Memory {id: row.memory, tenant: $tenant})
    USING INDEX SEEK claim:Memory(tenant, id)
  CALL (row, claim) {
    MATCH (episode:Episode {id: row.episode, tenant: $tenant})
      USING INDEX SEEK episode:Episode(id)
    // What was read in it may have been erased since.
    WHERE row.span IS NULL OR episode.text CONTAINS row.span
    CREATE (claim)-[:EVIDENCED_BY {
      tenant: $tenant, span: row.span, start: row.start, end: row.end, verdict: row.verdict
    }]->(episode)
    RETURN episode
  }
  RETURN count(episode) AS spans
}
CALL () {
  UNWIND $changes.released AS row
  MATCH (waiting:Waiting {tenant: $tenant, id: row.id})
    USING INDEX SEEK waiting:Waiting(tenant, id)
  // Locks it, before it is looked at.
  REMOVE waiting.checksum
  WITH waiting, row
  WHERE NOT row.queued OR waiting.queue IS NOT NULL
  DETACH DELETE waiting
  RETURN count(*) AS released
}
CALL () {
  UNWIND $changes.admitted AS row
  MATCH (claim:Memory {id: row.id, tenant: $tenant})
    USING INDEX SEEK claim:Memory(tenant, id)
  SET claim.slot = row.slot, claim.parent = row.parent, claim.admitted_at = row.at,
      claim.placed_at = row.placed, claim.canonical = coalesce(row.canonical, claim.canonical),
      claim.other_slot = row.other_slot, claim.other_parent = row.other_parent,
      claim.ordinal = coalesce(row.ordinal, claim.ordinal),
      claim.authority = coalesce(row.authority, claim.authority)
  REMOVE claim.slot_held, claim.parent_held
}
CALL () {
  UNWIND $changes.stays AS row
  MATCH (claim:Memory {id: row.id, tenant: $tenant})
    USING INDEX SEEK claim:Memory(tenant, id)
  CALL (row, claim) {
    MATCH (slot:Slot {key: row.slot, tenant: $tenant})
      USING INDEX SEEK slot:Slot(tenant, key)
    CREATE (claim)-[:STOOD_IN {
      tenant: $tenant, slot: row.slot, parent: row.parent, other_slot: row.other_slot,
      canonical: row.canonical, value: row.value, typed: row.typed, target: row.target,
      system_from: row.system_from, system_to: row.system_to
    }]->(slot)
  }
}
CALL () {
  UNWIND $changes.moved AS row
  MATCH (claim:Memory {id: row.id, tenant: $tenant})
    USING INDEX SEEK claim:Memory(tenant, id)
  CALL (row, claim) {
    MATCH (slot:Slot {key: claim.slot, tenant: $tenant})
      USING INDEX SEEK slot:Slot(tenant, key)
    WHERE row.keep AND coalesce(claim.stands_from, claim.admitted_at) < row.at
    CREATE (claim)-[:STOOD_IN {
      tenant: $tenant, slot: claim.slot, parent: claim.parent, other_slot: claim.other_slot,
      canonical: claim.canonical, value: claim.value, typed: claim.typed, target: claim.target,
      system_from: coalesce(claim.stands_from, claim.admitted_at), system_to: row.at
    }]->(slot)
  }
  SET claim.slot = row.slot, claim.parent = row.parent, claim.canonical = row.canonical,
      claim.other_slot = row.other_slot, claim.other_parent = row.other_parent,
      claim.value = row.value, claim.typed = row.typed, claim.target = row.target,
      claim.stands_from = row.at
}
CALL () {
  UNWIND $changes.claims + $changes.admitted + $changes.moved AS row
  MATCH (claim:Memory {id: row.id, tenant: $tenant})
    USING INDEX SEEK claim:Memory(tenant, id)
  CALL (claim) {
    MATCH (claim)-[former:CLAIMS|ABOUT]->()
    DELETE former
  }
  CALL (row, claim) {
    MATCH (slot:Slot {key: row.slot, tenant: $tenant})
      USING INDEX SEEK slot:Slot(tenant, key)
    CREATE (claim)-[:CLAIMS {tenant: $tenant}]->(slot)
  }
  CALL (row, claim) {
    WITH row, claim
    WHERE row.slot IS NULL
    MATCH (entity:Entity {id: row.entity, tenant: $tenant})
      USING INDEX SEEK entity:Entity(id)
    CREATE (claim)-[:ABOUT {tenant: $tenant}]->(entity)
  }
}
CALL () {
  UNWIND $changes.retired AS row
  MATCH (claim:Memory {id: row.id, tenant: $tenant})
    USING INDEX SEEK claim:Memory(tenant, id)
  SET claim.retired_at = row.at, claim.retired_reason = row.reason, claim.holds_from = null,
      claim.holds_to = null
}
CALL () {
  UNWIND $changes.closed AS row
  MATCH ()-[belief:BELIEF {id: row.id, tenant: $tenant}]->()
    USING INDEX SEEK belief:BELIEF(id)
  SET belief.system_to = row.at
  REMOVE belief.open_slot
}
CALL () {
  UNWIND $changes.dropped AS id
  MATCH ()-[belief:BELIEF {id: id, tenant: $tenant}]->()
    USING INDEX SEEK belief:BELIEF(id)
  DELETE belief
}
CALL () {
  UNWIND $changes.attributes AS row
  MATCH (entity:Entity {id: row.entity, tenant: $tenant})
    USING INDEX SEEK entity:Entity(id)
  MERGE (value:Value {tenant: $tenant, key: row.canonical})
  CREATE (entity)-[belief:BELIEF]->(value)
  SET belief = row, belief.tenant = $tenant
  RETURN count(belief) AS literal
}
CALL () {
  UNWIND $changes.relations AS row
  MATCH (entity:Entity {id: row.entity, tenant: $tenant})
    USING INDEX SEEK entity:Entity(id)
  CALL (row, entity) {
    MATCH (target:Entity {id: row.target, tenant: $tenant})
      USING INDEX SEEK target:Entity(id)
    CREATE (entity)-[belief:BELIEF]->(target)
    SET belief = row, belief.tenant = $tenant
    RETURN target
  }
  RETURN count(target) AS targets
}
CALL () {
  UNWIND $changes.unlinked AS row
  MATCH (memory:Memory {id: row.memory, tenant: $tenant})
    USING INDEX SEEK memory:Memory(tenant, id)
  MATCH (memory)-[gave:SUPERSEDED_BY {tenant: $tenant, system_to: $forever}]->(successor)
  WITH row, gave, successor
  WHERE successor.id = row.successor
  WITH row, gave, gave.system_from = row.at AS fresh
  FOREACH (link IN CASE WHEN fresh THEN [gave] ELSE [] END | DELETE link)
  FOREACH (link IN CASE WHEN fresh THEN [] ELSE [gave] END | SET link.system_to = row.at)
}
CALL () {
  UNWIND $changes.linked AS row
  MATCH (memory:Memory {id: row.memory, tenant: $tenant})
    USING INDEX SEEK memory:Memory(tenant, id)
  CALL (row, memory) {
    MATCH (successor:Memory {id: row.successor, tenant: $tenant})
      USING INDEX SEEK successor:Memory(tenant, id)
    CREATE (memory)-[:SUPERSEDED_BY {
      tenant: $tenant, reason: row.reason, system_from: row.system_from, system_to: row.system_to
    }]->(successor)
  }
}
CALL () {
  UNWIND $changes.holds AS row
  MATCH (claim:Memory {id: row.id, tenant: $tenant})
    USING INDEX SEEK claim:Memory(tenant, id)
  SET claim.holds_from = row.start, claim.holds_to = row.end
}
CALL () {
  UNWIND $changes.confirmed AS row
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
  UNWIND $changes.contradictions AS row
  CREATE (found:Contradiction)
  SET found = row, found.tenant = $tenant
  WITH row, found
  CALL (row, found) {
    MATCH (slot:Slot {key: row.slot, tenant: $tenant})
      USING INDEX SEEK slot:Slot(tenant, key)
    CREATE (found)-[:ABOUT {tenant: $tenant}]->(slot)
  }
  CALL (row, found) {
    MATCH (challenger:Memory {id: row.challenger, tenant: $tenant})
      USING INDEX SEEK challenger:Memory(tenant, id)
    CREATE (found)-[:CHALLENGER {tenant: $tenant}]->(challenger)
  }
  CALL (row, found) {
    UNWIND row.held AS id
    MATCH (held:Memory {id: id, tenant: $tenant})
      USING INDEX SEEK held:Memory(tenant, id)
    CREATE (found)-[:HELD {tenant: $tenant}]->(held)
  }
}
CALL () {
  UNWIND $changes.rejections AS row
  MERGE (rejection:Rejection {tenant: $tenant, key: row.key, lifted_at: $forever})
    ON CREATE SET rejection += row
  WITH rejection
  MATCH (entity:Entity {id: rejection.entity, tenant: $tenant})
    USING INDEX SEEK entity:Entity(id)
  MERGE (rejection)-[:ABOUT {tenant: $tenant}]->(entity)
}
CALL () { UNWIND $changes.operations AS row CREATE (done:Operation) SET done = row, done.tenant = $tenant }
CALL () { UNWIND $changes.receipts AS row CREATE (receipt:Receipt) SET receipt = row, receipt.tenant = $tenant }
CALL () {
  UNWIND $changes.decisions AS row
  MERGE (decision:Decision {tenant: $tenant, key: row.key})
    ON CREATE SET decision += row
}
CALL () {
  UNWIND $changes.audits AS row
  OPTIONAL MATCH (about:Memory {id: row.subject, tenant: $tenant})
    USING INDEX SEEK about:Memory(tenant, id)
  MERGE (audit:Audit {id: row.id})
    ON CREATE SET audit = row, audit.tenant = $tenant, audit.unsealed = $tenant,
                  audit.scope = coalesce(row.scope, about.scope)
}
// Sessions come last, in order of their names: many writers have one in common, and who has made one,
// which others wait for, waits for nothing but a later one. One that is there is locked at the commit.
CALL () {
  UNWIND $changes.episodes AS row
  WITH row
  WHERE row.session IS NOT NULL
  ORDER BY row.session, row.scope
  MATCH (episode:Episode {id: row.id, tenant: $tenant})
    USING INDEX SEEK episode:Episode(id)
  WHERE episode.session = row.session AND NOT EXISTS { MATCH (episode)-[:IN]->() }
  MERGE (session:Session {
    tenant: $tenant, name: row.session, scope: coalesce(episode.scope, '')
  })
  CREATE (episode)-[:IN {tenant: $tenant}]->(session)
}
RETURN names + entities + slots AS same, spans + literal + targets AS found, unfinished, released
