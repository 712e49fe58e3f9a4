// Keep what the gate did not let through for a person to look at, once for each receipt and claim.
//
// What is claimed again while it waits is one memory, with more evidence. What a person has turned
// away stays so.
//
// access  write
// param   tenant   STRING
// param   waiting  LIST<MAP>  key; properties of the memory; episode: properties of the source that
//                             came with it, or null; evidence: episode, span, start, end, verdict;
//                             receipt, decision, audit: properties, each may be null; decided:
//                             whether it is turned away already
// column  memories LIST<MAP>  id and outcome, in the order of the list
CYPHER 25
UNWIND range(0, size($waiting) - 1) AS number
WITH number, $waiting[number] AS row
OPTIONAL MATCH (done:Receipt {key: row.receipt.key})
  USING INDEX SEEK done:Receipt(key)
WHERE done.tenant = $tenant
WITH number, row, done
CALL (row, done) {
  WITH row
  WHERE done IS NULL
  MERGE (memory:Waiting {key: row.key})
    ON CREATE SET memory += row.properties, memory.tenant = $tenant,
                  memory.queue = CASE WHEN row.decided THEN null ELSE $tenant END
  REMOVE memory.checksum
  WITH row, memory,
       CASE WHEN memory.queue IS NULL THEN 'REJECTED' ELSE memory.outcome END AS outcome
  CALL (row) {
    WITH row
    WHERE row.episode IS NOT NULL
    MERGE (episode:Episode {id: row.episode.id})
      ON CREATE SET episode = row.episode, episode.tenant = $tenant
  }
  CALL (row, memory) {
    UNWIND row.evidence AS shown
    MATCH (episode:Episode {id: shown.episode, tenant: $tenant})
      USING INDEX SEEK episode:Episode(id)
    MERGE (memory)-[:EVIDENCED_BY {
      tenant: $tenant, span: shown.span, start: shown.start, end: shown.end, verdict: shown.verdict
    }]->(episode)
  }
  FOREACH (given IN CASE WHEN row.receipt IS NULL THEN [] ELSE [row.receipt] END |
    CREATE (receipt:Receipt)
    SET receipt = given, receipt.tenant = $tenant,
        receipt.outcome = outcome, receipt.memory = memory.id
  )
  FOREACH (given IN CASE WHEN row.decision IS NULL THEN [] ELSE [row.decision] END |
    MERGE (decision:Decision {key: given.key})
      ON CREATE SET decision = given, decision.tenant = $tenant,
                    decision.outcome = outcome, decision.memory = memory.id
  )
  FOREACH (given IN CASE WHEN row.audit IS NULL THEN [] ELSE [row.audit] END |
    CREATE (audit:Audit)
    SET audit = given, audit.tenant = $tenant, audit.unsealed = $tenant, audit.subject = memory.id
  )
  RETURN memory.id AS id, outcome
  UNION ALL
  WITH done
  WHERE done IS NOT NULL
  RETURN done.memory AS id, done.outcome AS outcome
}
WITH number, id, outcome
ORDER BY number
WITH collect({id: id, outcome: outcome}) AS memories
// Sessions come last, in order of their names, see `kernel/slots/apply_changeset`.
CALL () {
  UNWIND $waiting AS row
  WITH row.episode AS row
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
RETURN memories
