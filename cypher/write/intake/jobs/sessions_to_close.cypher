// Sessions with something read in them, nothing left to read, and nothing said since; oldest first.
// What was read in the future, because the clock has gone back since, does not wait for that time.
//
// access  read
// scans   jobs carry summary_due only until their session is closed
// tenant  all      a worker closes sessions of all tenants
// param   tenant   STRING          null: whosever sessions
// param   session  STRING          null: any session
// param   due      ZONED DATETIME  those that close by then
// param   now      ZONED DATETIME
// param   ahead    ZONED DATETIME  what closes later than this, and was read after now, closes too
// param   limit    INTEGER
// column  tenant   STRING
// column  session  STRING
// column  scope    STRING          one of those in which it was spoken
// column  actor    STRING          who said the last of it
// column  role     STRING
// column  topic    STRING
// column  due      ZONED DATETIME  when the last job of it closes
CYPHER 25
CALL () {
  MATCH (job:Job)
    USING INDEX SEEK job:Job(summary_due)
  WHERE job.summary_due <= $due
    AND ($tenant IS NULL OR job.tenant = $tenant)
    AND ($session IS NULL OR job.session = $session)
  RETURN job
  UNION
  MATCH (job:Job)
    USING INDEX SEEK job:Job(summary_due)
  WHERE job.summary_due > $ahead
    AND job.finished_at > $now
    AND ($tenant IS NULL OR job.tenant = $tenant)
    AND ($session IS NULL OR job.session = $session)
  RETURN job
}
WITH job
ORDER BY job.summary_due DESC
WITH job.tenant AS tenant, job.session AS session, coalesce(job.scope, '') AS scope,
     collect(job)[0] AS last
WHERE NOT EXISTS {
    MATCH (later:Job)
      USING INDEX SEEK later:Job(summary_due)
    WHERE later.summary_due > $due AND later.tenant = tenant AND later.session = session
      AND NOT (later.summary_due > $ahead AND later.finished_at > $now)
  }
  AND NOT EXISTS {
    MATCH (waits:Job {tenant: tenant, line: session})
      USING INDEX SEEK waits:Job(tenant, line, number)
    WHERE waits.number IS NOT NULL
  }
RETURN tenant, session, scope, last.actor AS actor, last.role AS role, last.topic AS topic,
       last.summary_due AS due
ORDER BY due
LIMIT $limit
