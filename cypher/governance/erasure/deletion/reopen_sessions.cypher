// Have sessions summed up again of which some episodes are left; the jobs that did so go.
// Where one of those was to be done, the next of its session may be taken.
//
// access  write
// param   tenant    STRING
// param   episodes  LIST<STRING>
// param   now       ZONED DATETIME
// column  sessions  INTEGER
CYPHER 25
MERGE (queue:Queue {tenant: $tenant})
REMOVE queue.checksum
WITH queue.tenant AS tenant
UNWIND $episodes AS id
MATCH (episode:Episode {id: id, tenant: tenant})
  USING INDEX SEEK episode:Episode(id)
MATCH (episode)<-[:OF]-(job:Job {tenant: tenant})
WITH collect(DISTINCT job) AS jobs
WITH [job IN jobs WHERE job.kind = 'SUMMARY'] AS done,
     [job IN jobs WHERE job.kind = 'READ'] AS reads
WITH done, reads,
     [job IN done WHERE job.front IS NOT NULL AND job.session IS NOT NULL | job.session] AS waiting
CALL (done) {
  UNWIND done AS job
  DETACH DELETE job
}
CALL (waiting) {
  UNWIND waiting AS session
  CALL (session) {
    MATCH (next:Job {tenant: $tenant, line: session})
      USING INDEX SEEK next:Job(tenant, line, number)
    WHERE next.number IS NOT NULL
    WITH next
    ORDER BY next.tenant, next.line, next.number
    LIMIT 1
    SET next.front = $tenant
  }
}
CALL () {
  MATCH (queue:Queue {tenant: $tenant})
    USING INDEX SEEK queue:Queue(tenant)
  WITH queue, COLLECT {
      MATCH (first:Job {front: $tenant})
        USING INDEX SEEK first:Job(front, due_at)
      WHERE first.due_at IS NOT NULL
      RETURN first.due_at
      ORDER BY first.front, first.due_at
      LIMIT 1
    }[0] AS due
  SET queue.turn_at = CASE WHEN queue.served_at > due THEN queue.served_at ELSE due END
}
WITH reads
UNWIND reads AS job
SET job.summary_due = $now
RETURN count(DISTINCT job.session) AS sessions
