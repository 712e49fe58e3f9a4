// A page of a tenant's jobs in order of their ids, with what is tied to each across tenants.
//
// access  read
// scans   a page, in the order of the index
// param   tenant     STRING
// param   after      STRING        the last id seen; empty to begin
// param   limit      INTEGER
// column  id         STRING
// column  strangers  LIST<STRING>
CYPHER 25
MATCH (job:Job)
  USING INDEX SEEK job:Job(id)
WHERE job.id > $after AND job.tenant = $tenant
WITH job
ORDER BY job.id
LIMIT $limit
RETURN job.id AS id,
       COLLECT {
         MATCH (job)-[tie]-(other)
         WHERE coalesce(tie.tenant, '') <> $tenant OR coalesce(other.tenant, '') <> $tenant
         RETURN type(tie) + ' ' + coalesce(other.id, '?')
         ORDER BY type(tie), other.id
         LIMIT 1000
       } AS strangers
