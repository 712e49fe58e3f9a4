// Write everything that one change to a slot amounts to, once its slots are locked.
//
// Where a slot has changed since it was read, the caller rolls back and reads again.
//
// Nothing recorded is edited: a belief that no longer is gets its system interval closed (or, if it
// was inserted at this very system time, goes without a trace), and its new versions are inserted.
// The beliefs are retired before others are inserted, so that at no moment two are open.
//
// access  write
// param   tenant          STRING
// param   now             ZONED DATETIME  the operation's one system time
// param   forever         ZONED DATETIME  the end of time
// param   entities        LIST<MAP>       those locked first, by id: id, identity as read or null
// param   slots           LIST<MAP>       those locked, parents first: key, parent, entity, attribute,
//                                         context, scope, revision as read, changes (0 or 1), many
//                                         (whether each value has a slot of its own; null: no matter)
// param   values          LIST<STRING>    those locked after them: their keys, in order
// param   episodes        LIST<MAP>       properties of sources that come with the claim
// param   claims          LIST<MAP>       properties of new memories
// param   evidence        LIST<MAP>       memory, episode, properties
// param   retired         LIST<MAP>       id, reason: memories that are claims no more
// param   closed          LIST<STRING>    beliefs whose system interval ends now
// param   dropped         LIST<STRING>    beliefs inserted at this same system time
// param   attributes      LIST<MAP>       entity, key, properties: new beliefs about values
// param   relations       LIST<MAP>       entity, target, properties: new beliefs about entities
// param   unlinked        LIST<MAP>       memory, heir: supersessions that no longer are
// param   linked          LIST<MAP>       memory, heir, reason: new supersessions
// param   holds           LIST<MAP>       id, from, to: what memories carry now
// param   confirmed       LIST<MAP>       memory, doubt, at: held memories said again by others
// param   contradictions  LIST<MAP>       properties
// param   rejections      LIST<MAP>       properties
// param   moved           LIST<MAP>       id, slot, parent, canonical: claims that stand elsewhere now
// param   operations      LIST<MAP>       properties
// param   receipts        LIST<MAP>       properties
// param   decisions       LIST<MAP>       properties
// param   audits          LIST<MAP>       properties
// column  same            INTEGER         how many of the entities' identities were as read
// column  unchanged       INTEGER         how many of the slots were as read
// column  targets         INTEGER         how many of the relations found their target
CYPHER 25 replan=skip
CALL () {
  UNWIND $entities AS row
  MATCH (entity:Entity {id: row.id, tenant: $tenant})
  REMOVE entity.checksum
  WITH entity, row
  WHERE row.identity IS NULL OR coalesce(entity.identity, 0) = row.identity
  RETURN count(entity) AS same
}
CALL () {
  UNWIND $slots AS row
  MERGE (slot:Slot {tenant: $tenant, key: row.key})
    ON CREATE SET slot.parent = row.parent, slot.entity = row.entity,
                  slot.attribute = row.attribute, slot.context = row.context,
                  slot.scope = row.scope, slot.revision = 0
  REMOVE slot.checksum
  WITH slot, row
  WHERE slot.revision = row.revision AND coalesce(slot.many = row.many, true)
  SET slot.many = coalesce(slot.many, row.many),
      slot.revision = row.revision + row.changes,
      slot.system_last = CASE row.changes WHEN 0 THEN slot.system_last ELSE $now END
  RETURN count(slot) AS unchanged
}
CALL () {
  UNWIND $values AS key
  MATCH (value:Value {tenant: $tenant, key: key})
  REMOVE value.checksum
}
CALL () { UNWIND $episodes AS row CREATE (episode:Episode) SET episode = row, episode.tenant = $tenant }
CALL () {
  UNWIND $claims AS row
  CREATE (claim:Memory)
  SET claim = row, claim.tenant = $tenant, claim.embedded = 0
}
CALL () {
  UNWIND $evidence AS row
  MATCH (claim:Memory {id: row.memory, tenant: $tenant})
  CALL (row, claim) {
    MATCH (episode:Episode {id: row.episode, tenant: $tenant})
    CREATE (claim)-[shown:EVIDENCED_BY]->(episode)
    SET shown = row.properties, shown.tenant = $tenant
  }
}
CALL () {
  UNWIND $retired AS row
  MATCH (claim:Memory {id: row.id, tenant: $tenant})
  SET claim.retired_at = $now, claim.retired_reason = row.reason, claim.holds_from = null,
      claim.holds_to = null
}
CALL () {
  UNWIND $moved AS row
  MATCH (claim:Memory {id: row.id, tenant: $tenant})
  CALL (claim) {
    MATCH (slot:Slot {key: claim.slot, tenant: $tenant})
    WHERE coalesce(claim.stands_from, claim.admitted_at) < $now
    CREATE (claim)-[:STOOD_IN {
      tenant: $tenant, slot: claim.slot, parent: claim.parent, canonical: claim.canonical,
      system_from: coalesce(claim.stands_from, claim.admitted_at), system_to: $now
    }]->(slot)
  }
  SET claim.slot = row.slot, claim.parent = row.parent, claim.canonical = row.canonical,
      claim.stands_from = $now
}
CALL () {
  UNWIND $closed AS id
  MATCH ()-[belief:ATTRIBUTE {id: id, tenant: $tenant}]->()
  SET belief.system_to = $now
  REMOVE belief.open_slot
}
CALL () {
  UNWIND $closed AS id
  MATCH ()-[belief:RELATION {id: id, tenant: $tenant}]->()
  SET belief.system_to = $now
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
  CALL (row, entity) {
    MATCH (target:Entity {id: row.target, tenant: $tenant})
    CREATE (entity)-[belief:RELATION]->(target)
    SET belief = row.properties, belief.tenant = $tenant
    RETURN target
  }
  RETURN count(target) AS targets
}
CALL () {
  UNWIND $unlinked AS row
  MATCH (memory:Memory {id: row.memory, tenant: $tenant})
  MATCH (memory)-[gave:SUPERSEDED_BY {tenant: $tenant, system_to: $forever}]->(heir)
  WITH row, gave, heir
  WHERE heir.id = row.heir
  WITH gave, gave.system_from = $now AS fresh
  FOREACH (link IN CASE WHEN fresh THEN [gave] ELSE [] END | DELETE link)
  FOREACH (link IN CASE WHEN fresh THEN [] ELSE [gave] END | SET link.system_to = $now)
}
CALL () {
  UNWIND $linked AS row
  MATCH (memory:Memory {id: row.memory, tenant: $tenant})
  CALL (row, memory) {
    MATCH (heir:Memory {id: row.heir, tenant: $tenant})
    CREATE (memory)-[:SUPERSEDED_BY {tenant: $tenant, reason: row.reason, system_from: $now,
                                     system_to: $forever}]->(heir)
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
CALL () { UNWIND $contradictions AS row CREATE (found:Contradiction) SET found = row, found.tenant = $tenant }
CALL () {
  UNWIND $rejections AS row
  MERGE (rejection:Rejection {tenant: $tenant, key: row.key, lifted_at: $forever})
    ON CREATE SET rejection += row
}
CALL () { UNWIND $operations AS row CREATE (done:Operation) SET done = row, done.tenant = $tenant }
CALL () { UNWIND $receipts AS row CREATE (receipt:Receipt) SET receipt = row, receipt.tenant = $tenant }
CALL () {
  UNWIND $decisions AS row
  MERGE (decision:Decision {tenant: $tenant, key: row.key})
    ON CREATE SET decision += row
}
CALL () { UNWIND $audits AS row CREATE (audit:Audit) SET audit = row, audit.tenant = $tenant }
RETURN same, unchanged, targets
