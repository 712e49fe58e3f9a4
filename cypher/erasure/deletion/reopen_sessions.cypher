// Have sessions summed up again of which some episodes are left; the jobs that did so go.
//
// access  write
// param   tenant    STRING
// param   episodes  LIST<STRING>
// param   now       ZONED DATETIME
// column  sessions  INTEGER
CYPHER 25
UNWIND $episodes AS id
MATCH (episode:Episode {id: id, tenant: $tenant})
  USING INDEX SEEK episode:Episode(id)
MATCH (episode)<-[:OF]-(job:Job {tenant: $tenant})
WITH DISTINCT job
CALL (job) {
  WITH job
  WHERE job.kind = 'SUMMARY'
  DETACH DELETE job
}
WITH job
WHERE job.kind = 'READ'
SET job.summary_due = $now
RETURN count(DISTINCT job.session) AS sessions
