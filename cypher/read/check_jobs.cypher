// A page of jobs in order of their ids, with the episodes of each that belong to another tenant.
//
// access  read
// param   tenant     STRING        null for every tenant
// param   after      STRING        the last id seen; empty to begin
// param   limit      INTEGER
// column  id         STRING
// column  strangers  LIST<STRING>
CYPHER 25
MATCH (job:Job)
WHERE job.id > $after AND ($tenant IS NULL OR job.tenant = $tenant)
WITH job
ORDER BY job.id
LIMIT $limit
RETURN job.id AS id,
       COLLECT {
         MATCH (job)-[tie]-(other)
         WHERE coalesce(tie.tenant, '') <> job.tenant OR coalesce(other.tenant, '') <> job.tenant
         RETURN type(tie) + ' ' + coalesce(other.id, '?')
         ORDER BY type(tie), other.id
         LIMIT 10
       } AS strangers
