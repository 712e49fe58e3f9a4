// Queue work on some episodes, in the transaction that records them; a known id is left as it is.
// The tenant's queue is locked first and until the commit, as by every statement that moves a job: so
// each job has a place of its own, and of each session one job, the first, may be taken.
//
// access  write
// param   tenant    STRING
// param   id        STRING
// param   actor     STRING
// param   role      STRING
// param   session   STRING
// param   topic     STRING
// param   scope     STRING          null for the common one
// param   kind      STRING
// param   priority  INTEGER
// param   held      BOOLEAN         null unless it waits for a batch
// param   trace     STRING          of the request that made it, where traces are on
// param   now       ZONED DATETIME
// param   due_at    ZONED DATETIME
// param   episodes  LIST<STRING>    in the order they were said
// column  id        STRING
CYPHER 25
MERGE (queue:Queue {tenant: $tenant})
REMOVE queue.checksum
WITH queue.tenant AS tenant
// Looked up anew: what was read of it before it was locked is kept for the rest of a row.
MATCH (queue:Queue {tenant: tenant})
  USING INDEX SEEK queue:Queue(tenant)
WHERE NOT EXISTS {
    MATCH (known:Job {id: $id})
      USING INDEX SEEK known:Job(id)
  }
WITH queue, EXISTS {
    MATCH (ahead:Job {tenant: $tenant, line: $session})
      USING INDEX SEEK ahead:Job(tenant, line, number)
    WHERE ahead.number IS NOT NULL
  } AS follows,
  CASE WHEN queue.served_at > $due_at THEN queue.served_at ELSE $due_at END AS turn_at
SET queue.last = coalesce(queue.last, 0) + 1,
    queue.turn_at = CASE WHEN follows OR queue.turn_at <= turn_at THEN queue.turn_at ELSE turn_at END
CREATE (job:Job {id: $id})
SET job.tenant = $tenant,
    job.kind = $kind,
    job.status = 'QUEUED',
    job.submitted_at = $now,
    job.due_at = $due_at,
    job.due_set_at = $now,
    job.held = $held,
    job.attempts = 0,
    job.strikes = 0,
    job.actor = $actor,
    job.role = $role,
    job.session = $session,
    job.topic = $topic,
    job.scope = $scope,
    job.priority = $priority,
    job.trace = $trace,
    job.number = queue.last,
    job.line = $session,
    job.front = CASE WHEN follows THEN null ELSE $tenant END
WITH job
UNWIND range(0, size($episodes) - 1) AS ordinal
MATCH (episode:Episode {id: $episodes[ordinal]})
  USING INDEX SEEK episode:Episode(id)
CREATE (job)-[:OF {tenant: $tenant, ordinal: ordinal}]->(episode)
WITH job, collect(episode) AS episodes
// The session comes last, see `kernel/slots/apply_changeset`; the queue is locked before it, as in erasures.
CALL (episodes) {
  UNWIND episodes AS episode
  WITH episode
  WHERE episode.session IS NOT NULL AND NOT EXISTS { MATCH (episode)-[:IN]->() }
  MERGE (session:Session {
    tenant: $tenant, name: episode.session, scope: coalesce(episode.scope, '')
  })
  CREATE (episode)-[:IN {tenant: $tenant}]->(session)
}
RETURN job.id AS id
