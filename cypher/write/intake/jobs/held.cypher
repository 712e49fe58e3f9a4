// Jobs that wait for a batch, in order of their ids, with their episodes in the order said.
//
// access  read
// param   tenant    STRING
// param   after     STRING        the last id seen; empty to begin
// param   limit     INTEGER
// column  id        STRING
// column  actor     STRING
// column  role      STRING
// column  topic     STRING
// column  episodes  LIST<STRING>
CYPHER 25
MATCH (job:Job {status: 'QUEUED'})
  USING INDEX SEEK job:Job(status, due_at)
WHERE job.due_at IS NOT NULL AND job.tenant = $tenant AND job.held AND job.id > $after
WITH job
ORDER BY job.id
LIMIT $limit
MATCH (job)-[of:OF]->(episode:Episode)
WITH job, episode.id AS episode
ORDER BY of.ordinal
WITH job, collect(episode) AS episodes
RETURN job.id AS id,
       job.actor AS actor,
       job.role AS role,
       job.topic AS topic,
       episodes
ORDER BY id
