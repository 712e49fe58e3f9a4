// Write what some lines of an exported file amount to; their slots are locked, and made.
//
// As `revise`, with the system times of the file: what begins and ends within the lines comes here
// with its end, and of several changes at one system time only the net effect comes at all.
//
// access  write
// param   tenant          STRING
// param   forever         ZONED DATETIME  the end of time
// param   entities        LIST<MAP>       properties; those that are there stay as they are
// param   names           LIST<MAP>       in order of key: key, text, entity
// param   episodes        LIST<MAP>       properties; those that are there stay as they are
// param   continued       LIST<MAP>       id, start, text: more of the text of a source
// param   merged          LIST<MAP>       absorbed, keep, at
// param   parted          LIST<MAP>       absorbed, at
// param   slots           LIST<MAP>       key, changes, last, revision (at least), many
// param   claims          LIST<MAP>       properties of new memories
// param   evidence        LIST<MAP>       memory, episode, properties
// param   released        LIST<MAP>       id, at, placed, slot, parent: memories that waited
// param   stood           LIST<MAP>       id, slot, properties: where claims stood before
// param   moved           LIST<MAP>       id, slot, parent, canonical, at: where they stand now
// param   retired         LIST<MAP>       id, reason, at
// param   closed          LIST<MAP>       id, at: beliefs known before that are known no longer
// param   dropped         LIST<STRING>    beliefs inserted at this same system time
// param   attributes      LIST<MAP>       entity, key, properties: new beliefs about values
// param   relations       LIST<MAP>       entity, target, properties: new beliefs about entities
// param   unlinked        LIST<MAP>       memory, heir, at: supersessions that no longer are
// param   linked          LIST<MAP>       memory, heir, properties: new supersessions
// param   holds           LIST<MAP>       id, from, to: what memories known before carry now
// param   counters        LIST<MAP>       properties: how often memories were said again
// param   contradictions  LIST<MAP>       properties
// param   settled         LIST<MAP>       id, properties
// param   rejections      LIST<MAP>       properties
// param   lifted          LIST<MAP>       id, at
// param   receipts        LIST<MAP>       properties
// param   audits          LIST<MAP>       properties
// column  found           INTEGER         how many spans and relations found both their ends
CYPHER 25 replan=skip
CALL () {
  UNWIND $entities AS row
  MERGE (entity:Entity {id: row.id})
    ON CREATE SET entity = row, entity.tenant = $tenant
}
CALL () {
  UNWIND $names AS row
  MERGE (name:Name {tenant: $tenant, key: row.key})
    ON CREATE SET name.text = row.text
  WITH name, row
  MATCH (entity:Entity {id: row.entity, tenant: $tenant})
  MERGE (name)-[:NAMES {tenant: $tenant}]->(entity)
}
CALL () {
  UNWIND $episodes AS row
  MERGE (episode:Episode {id: row.id})
    ON CREATE SET episode = row, episode.tenant = $tenant
}
CALL () {
  UNWIND $continued AS row
  MATCH (episode:Episode {id: row.id})
  WHERE episode.tenant = $tenant AND size(episode.text) = row.start
  SET episode.text = episode.text + row.text
}
CALL () {
  UNWIND $slots AS row
  MATCH (slot:Slot {key: row.key, tenant: $tenant})
  WITH slot, row, slot.revision + row.changes AS revision
  SET slot.revision = CASE WHEN revision > row.revision THEN revision ELSE row.revision END,
      slot.system_last = coalesce(row.last, slot.system_last),
      slot.many = coalesce(row.many, slot.many)
}
CALL () {
  UNWIND $claims AS row
  CREATE (claim:Memory)
  SET claim = row, claim.tenant = $tenant, claim.embedded = 0
}
CALL () {
  UNWIND $evidence AS row
  MATCH (claim:Memory {id: row.memory, tenant: $tenant})
  CALL (row, claim) {
    MATCH (episode:Episode {id: row.episode})
    WHERE episode.tenant = $tenant
    CREATE (claim)-[shown:EVIDENCED_BY]->(episode)
    SET shown = row.properties, shown.tenant = $tenant
    RETURN shown
  }
  RETURN count(shown) AS spans
}
CALL () {
  UNWIND $released AS row
  MATCH (claim:Memory {id: row.id, tenant: $tenant})
  SET claim.slot = row.slot, claim.parent = row.parent, claim.admitted_at = row.at,
      claim.placed_at = row.placed
  REMOVE claim.slot_held, claim.parent_held
}
CALL () {
  UNWIND $stood AS row
  MATCH (claim:Memory {id: row.id, tenant: $tenant})
  CALL (row, claim) {
    MATCH (slot:Slot {key: row.slot, tenant: $tenant})
    CREATE (claim)-[stood:STOOD_IN]->(slot)
    SET stood = row.properties, stood.tenant = $tenant
  }
}
CALL () {
  UNWIND $moved AS row
  MATCH (claim:Memory {id: row.id, tenant: $tenant})
  SET claim.slot = row.slot, claim.parent = row.parent, claim.canonical = row.canonical,
      claim.stands_from = row.at
}
CALL () {
  UNWIND $retired AS row
  MATCH (claim:Memory {id: row.id, tenant: $tenant})
  SET claim.retired_at = row.at, claim.retired_reason = row.reason, claim.holds_from = null,
      claim.holds_to = null
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
  RETURN count(belief) AS values
}
CALL () {
  UNWIND $relations AS row
  MATCH (entity:Entity {id: row.entity, tenant: $tenant})
  CALL (row, entity) {
    MATCH (target:Entity {id: row.target, tenant: $tenant})
    CREATE (entity)-[belief:RELATION]->(target)
    SET belief = row.properties, belief.tenant = $tenant
    RETURN belief
  }
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
  UNWIND $counters AS row
  MERGE (counter:Counter {memory: row.memory})
  SET counter += row, counter.tenant = $tenant
}
CALL () {
  UNWIND $contradictions AS row
  CREATE (found:Contradiction)
  SET found = row, found.tenant = $tenant
}
CALL () {
  UNWIND $settled AS row
  MATCH (found:Contradiction {id: row.id, tenant: $tenant})
  SET found += row.properties, found.status = 'RESOLVED'
  REMOVE found.open_parent
  WITH found
  WHERE found.resolution IS NOT NULL
  MATCH (challenger:Memory {id: found.challenger, tenant: $tenant})
  CALL (found, challenger) {
    MATCH (slot:Slot {key: found.slot, tenant: $tenant})
    SET slot.answered_at = CASE
          WHEN slot.answered_at > challenger.start THEN slot.answered_at
          ELSE challenger.start
        END
  }
}
CALL () { UNWIND $rejections AS row CREATE (it:Rejection) SET it = row, it.tenant = $tenant }
CALL () {
  UNWIND $lifted AS row
  MATCH (rejection:Rejection {id: row.id})
  WHERE rejection.tenant = $tenant
  SET rejection.lifted_at = row.at
}
CALL () {
  UNWIND $merged AS row
  MATCH (absorbed:Entity {id: row.absorbed, tenant: $tenant})
  CALL (row, absorbed) {
    MATCH (keep:Entity {id: row.keep, tenant: $tenant})
    MERGE (absorbed)-[same:SAME_AS {tenant: $tenant, system_from: row.at}]->(keep)
      ON CREATE SET same.system_to = $forever
    SET absorbed.identity = coalesce(absorbed.identity, 0) + 1, absorbed.identity_last = row.at,
        keep.identity = coalesce(keep.identity, 0) + 1, keep.identity_last = row.at
  }
}
CALL () {
  UNWIND $parted AS row
  MATCH (absorbed:Entity {id: row.absorbed, tenant: $tenant})
  CALL (row, absorbed) {
    // Of several merges told with their splits: the last one before this split.
    MATCH (absorbed)-[same:SAME_AS {tenant: $tenant}]->(keep)
    WHERE same.system_from < row.at
    WITH same, keep
    ORDER BY same.system_from DESC
    LIMIT 1
    RETURN same, keep
  }
  WITH row, absorbed, same, keep
  WHERE same.system_to = $forever
  SET same.system_to = row.at,
      absorbed.identity = coalesce(absorbed.identity, 0) + 1, absorbed.identity_last = row.at,
      keep.identity = coalesce(keep.identity, 0) + 1, keep.identity_last = row.at
}
CALL () {
  UNWIND $receipts AS row
  MERGE (receipt:Receipt {key: row.key})
    ON CREATE SET receipt = row, receipt.tenant = $tenant
}
CALL () {
  UNWIND $audits AS row
  MERGE (audit:Audit {id: row.id})
    ON CREATE SET audit = row, audit.tenant = $tenant
}
RETURN spans + values + targets AS found
