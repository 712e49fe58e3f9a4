// The jobs of all tenants that are not done, oldest first, with their episodes as files name them.
//
// access  read
// tenant  all     a backup is of all tenants
// param   until   ZONED DATETIME  jobs submitted later are left out
// column  tenant  STRING
// column  jobs    LIST<MAP>       id, kind, actor, role, session, topic, priority,
//                         scope, episodes
CYPHER 25
MATCH (job:Job)
  USING INDEX SEEK job:Job(status, due_at)
WHERE job.status IN ['QUEUED', 'RUNNING']
  AND job.due_at IS NOT NULL
  AND job.submitted_at <= $until
WITH job
ORDER BY job.submitted_at, job.id
RETURN job.tenant AS tenant,
       collect({
         id: job.id,
         kind: coalesce(job.kind, 'READ'),
         actor: job.actor,
         role: job.role,
         session: job.session,
         topic: job.topic,
         scope: coalesce(job.scope, ''),
         priority: coalesce(job.priority, 0),
         episodes: COLLECT {
           MATCH (job)-[of:OF]->(episode:Episode)
           RETURN coalesce(episode.export_key, episode.id)
           ORDER BY of.ordinal
         }
       }) AS jobs
