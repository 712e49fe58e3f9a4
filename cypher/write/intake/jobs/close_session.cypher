// A session was closed up to a time: its jobs of until then close it no more.
//
// access  write
// scans   jobs carry summary_due only until their session is closed
// param   tenant   STRING
// param   session  STRING
// param   scope    STRING
// param   due      ZONED DATETIME
// column  jobs     INTEGER
CYPHER 25
MATCH (job:Job)
  USING INDEX SEEK job:Job(summary_due)
WHERE job.summary_due <= $due AND job.tenant = $tenant AND job.session = $session
  AND coalesce(job.scope, '') = $scope
REMOVE job.summary_due
RETURN count(job) AS jobs
