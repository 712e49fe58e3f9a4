// Write the events of some exported lines that are not about claims.
//
// access  write
// param   tenant   STRING
// param   forever  ZONED DATETIME  the end of time
// param   records  MAP             lists; one that is not there is empty
//   continued      id, start, text: more of the text of an episode
//   counters       properties: how often memories were confirmed
//   resolved       id, properties: contradictions that were resolved
//   rejections     properties; two may stand under one key, where their ends turned out to be one
//   lifted         id, at: rejections
//   merged         absorbed, keep, at
//   split          absorbed, at
//   receipts       properties
//   consents       properties
//   proposals      key, properties: to merge entities; one that was made here stays as it is
//   samples        properties: of memories that are drawn or marked; a mark made here stays
//   candidates     properties: what was proposed; what was proposed here stays as it is
//   decisions      properties, likewise
// column  done     INTEGER         always 1
CYPHER 25 replan=skip
CALL () {
  UNWIND $records.continued AS row
  MATCH (episode:Episode {id: row.id})
    USING INDEX SEEK episode:Episode(id)
  WHERE episode.tenant = $tenant AND size(episode.text) = row.start
  SET episode.text = episode.text + row.text
}
CALL () {
  UNWIND $records.counters AS row
  MERGE (counter:Counter {memory: row.memory})
  SET counter += row, counter.tenant = $tenant
}
CALL () {
  UNWIND $records.resolved AS row
  MATCH (found:Contradiction {id: row.id, tenant: $tenant})
    USING INDEX SEEK found:Contradiction(id)
  SET found += row.properties, found.status = 'RESOLVED'
  REMOVE found.open_parent
  WITH found
  WHERE found.resolution IS NOT NULL
  MATCH (challenger:Memory {id: found.challenger, tenant: $tenant})
    USING INDEX SEEK challenger:Memory(tenant, id)
  CALL (found, challenger) {
    MATCH (slot:Slot {key: found.slot, tenant: $tenant})
      USING INDEX SEEK slot:Slot(tenant, key)
    SET slot.answered_at = CASE
          WHEN slot.answered_at > challenger.start THEN slot.answered_at
          ELSE challenger.start
        END
  }
}
CALL () {
  UNWIND $records.rejections AS row
  CREATE (rejection:Rejection)
  SET rejection = row, rejection.tenant = $tenant
  WITH row, rejection
  MATCH (entity:Entity {id: row.entity, tenant: $tenant})
    USING INDEX SEEK entity:Entity(id)
  CREATE (rejection)-[:ABOUT {tenant: $tenant}]->(entity)
}
CALL () {
  UNWIND $records.lifted AS row
  MATCH (rejection:Rejection {id: row.id})
    USING INDEX SEEK rejection:Rejection(id)
  WHERE rejection.tenant = $tenant
  SET rejection.lifted_at = row.at
}
CALL () {
  UNWIND $records.merged AS row
  MATCH (absorbed:Entity {id: row.absorbed, tenant: $tenant})
    USING INDEX SEEK absorbed:Entity(id)
  CALL (row, absorbed) {
    MATCH (keep:Entity {id: row.keep, tenant: $tenant})
      USING INDEX SEEK keep:Entity(id)
    MERGE (absorbed)-[same:SAME_AS {tenant: $tenant, system_from: row.at}]->(keep)
      ON CREATE SET same.system_to = $forever
    SET absorbed.identity = coalesce(absorbed.identity, 0) + 1, absorbed.identity_last = row.at,
        keep.identity = coalesce(keep.identity, 0) + 1, keep.identity_last = row.at
  }
}
CALL () {
  UNWIND $records.split AS row
  MATCH (absorbed:Entity {id: row.absorbed, tenant: $tenant})
    USING INDEX SEEK absorbed:Entity(id)
  CALL (row, absorbed) {
    // Of several merges in one part with their splits: the last one before this split.
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
  UNWIND $records.receipts AS row
  MERGE (receipt:Receipt {key: row.key})
    ON CREATE SET receipt = row, receipt.tenant = $tenant
}
CALL () { UNWIND $records.consents AS row CREATE (it:Consent) SET it = row, it.tenant = $tenant }
CALL () {
  UNWIND $records.proposals AS row
  MERGE (proposal:MergeProposal {key: row.key})
    ON CREATE SET proposal += row.properties, proposal.tenant = $tenant
}
CALL () {
  UNWIND $records.samples AS row
  MERGE (sample:Sample {tenant: $tenant, memory: row.memory})
  WITH sample, row
  WHERE sample.correct IS NULL
  SET sample += row
}
CALL () {
  UNWIND $records.candidates AS row
  MERGE (candidates:Candidates {key: row.key})
    ON CREATE SET candidates = row, candidates.tenant = $tenant
}
CALL () {
  UNWIND $records.decisions AS row
  MERGE (decision:Decision {key: row.key})
    ON CREATE SET decision = row, decision.tenant = $tenant
}
RETURN 1 AS done
