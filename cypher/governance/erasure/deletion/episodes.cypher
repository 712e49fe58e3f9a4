// Delete episodes, with jobs and sessions that have no other; in their sessions the next job may be taken.
//
// access  write
// param   tenant   STRING
// param   ids      LIST<STRING>
// column  deleted  INTEGER
// column  jobs     INTEGER
CYPHER 25
MERGE (queue:Queue {tenant: $tenant})
REMOVE queue.checksum
WITH queue.tenant AS tenant
UNWIND $ids AS id
MATCH (episode:Episode {id: id, tenant: tenant})
  USING INDEX SEEK episode:Episode(id)
OPTIONAL MATCH (job:Job)-[:OF]->(episode)
WITH collect(DISTINCT episode) AS episodes, collect(DISTINCT job) AS jobs,
     collect(DISTINCT CASE WHEN job.front IS NOT NULL THEN job.session END) AS sessions
CALL (episodes) {
  UNWIND episodes AS episode
  MATCH (episode)-[tie:!IN]-()
  DELETE tie
}
CALL (jobs) {
  UNWIND jobs AS job
  WITH job
  WHERE NOT EXISTS { MATCH (job)-[:OF]->() }
  DETACH DELETE job
  RETURN count(*) AS gone
}
CALL (sessions) {
  UNWIND sessions AS session
  CALL (session) {
    MATCH (next:Job {tenant: $tenant, line: session})
      USING INDEX SEEK next:Job(tenant, line, number)
    WHERE next.number IS NOT NULL
      AND NOT EXISTS {
        MATCH (ahead:Job {tenant: $tenant, line: session})
          USING INDEX SEEK ahead:Job(tenant, line, number)
        WHERE ahead.number IS NOT NULL AND ahead.front IS NOT NULL
      }
    WITH next
    ORDER BY next.tenant, next.line, next.number
    LIMIT 1
    SET next.front = $tenant
  }
}
WITH episodes, gone
MATCH (queue:Queue {tenant: $tenant})
  USING INDEX SEEK queue:Queue(tenant)
WITH episodes, gone, queue, COLLECT {
    MATCH (first:Job {front: $tenant})
      USING INDEX SEEK first:Job(front, due_at)
    WHERE first.due_at IS NOT NULL
    RETURN first.due_at
    ORDER BY first.front, first.due_at
    LIMIT 1
  }[0] AS due
SET queue.turn_at = CASE WHEN queue.served_at > due THEN queue.served_at ELSE due END
WITH episodes, gone
// Sessions come last, in order of their names, see `kernel/slots/apply_changeset`.
CALL (episodes) {
  UNWIND episodes AS episode
  OPTIONAL MATCH (episode)-[:IN]->(session:Session)
  WITH episode, session
  ORDER BY session.name, session.scope
  DETACH DELETE episode
  WITH DISTINCT session
  WHERE session IS NOT NULL
  REMOVE session.checksum
  WITH session
  WHERE NOT EXISTS { MATCH (session)<-[:IN]-() }
  DELETE session
}
RETURN size(episodes) AS deleted, gone AS jobs
