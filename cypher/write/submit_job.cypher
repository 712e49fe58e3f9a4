// Queue the reading of some episodes, in the transaction that records them.
//
// access  write
// param   tenant    STRING
// param   id        STRING
// param   actor     STRING
// param   role      STRING
// param   session   STRING
// param   topic     STRING
// param   now       ZONED DATETIME
// param   episodes  LIST<STRING>    in the order they were said
// column  id        STRING
CYPHER 25
CREATE (job:Job {
  tenant: $tenant, id: $id, status: 'QUEUED', submitted_at: $now, due_at: $now,
  attempts: 0, strikes: 0, actor: $actor, role: $role, session: $session, topic: $topic
})
WITH job
UNWIND range(0, size($episodes) - 1) AS ordinal
MATCH (episode:Episode {id: $episodes[ordinal]})
CREATE (job)-[:OF {tenant: $tenant, ordinal: ordinal}]->(episode)
WITH DISTINCT job
RETURN job.id AS id
