// Take the next job that is due: a queued one, or a running one whose lease ran out.
// The lock is taken before the job is looked at again, so no job is ever leased twice at a time.
// A session is read by one worker at a time, so that what was said first is read first.
// Where the clock has gone back, a wait may have begun in the future: it is over if it would end later
// than twice its length from now. What was queued to be done at once then has a length of nothing.
//
// access  write
// param   tenant         STRING          null: whosever job is next
// param   worker         STRING
// param   now            ZONED DATETIME
// param   until          ZONED DATETIME  when the lease runs out
// param   skip           INTEGER         how many of the first in the queue to leave to others
// column  id             STRING
// column  tenant         STRING
// column  kind           STRING          null in jobs of before there were several
// column  actor          STRING
// column  role           STRING
// column  session        STRING
// column  topic          STRING
// column  attempts       INTEGER         with this one
// column  strikes        INTEGER         those counted against it, with this one
// column  error          STRING          how the last one ended
CYPHER 25
UNWIND ['QUEUED', 'RUNNING'] AS status
CALL (status) {
  MATCH (job:Job {status: status})
    USING INDEX SEEK job:Job(status, due_at)
  WHERE job.due_at <= $now
    AND ($tenant IS NULL OR job.tenant = $tenant)
    AND NOT EXISTS {
      MATCH (other:Job {status: 'RUNNING'})
        USING INDEX SEEK other:Job(status, due_at)
      WHERE other.due_at > $now
        AND other.tenant = job.tenant
        AND other.session = job.session
        AND NOT coalesce(
          duration.inSeconds($now, other.due_set_at).seconds
            > duration.inSeconds(other.due_set_at, other.due_at).seconds, false)
    }
  RETURN job
  ORDER BY job.due_at
  LIMIT 50
  UNION ALL
  MATCH (job:Job {status: status})
    USING INDEX SEEK job:Job(status, due_set_at)
  WHERE job.due_set_at > $now
    AND duration.inSeconds($now, job.due_set_at).seconds
          > duration.inSeconds(job.due_set_at, job.due_at).seconds
    AND ($tenant IS NULL OR job.tenant = $tenant)
    AND NOT EXISTS {
      MATCH (other:Job {status: 'RUNNING'})
        USING INDEX SEEK other:Job(status, due_at)
      WHERE other.due_at > $now
        AND other.tenant = job.tenant
        AND other.session = job.session
        AND NOT coalesce(
          duration.inSeconds($now, other.due_set_at).seconds
            > duration.inSeconds(other.due_set_at, other.due_at).seconds, false)
    }
  RETURN job
  ORDER BY job.due_set_at
  LIMIT 50
}
WITH job
ORDER BY job.due_at, job.id
SKIP $skip
LIMIT 1
REMOVE job.checksum
WITH job.id AS id
// Looked up anew: what was read of it before it was locked is kept for the rest of a row.
MATCH (job:Job {id: id})
  USING INDEX SEEK job:Job(id)
WHERE job.status IN ['QUEUED', 'RUNNING']
  AND CASE WHEN job.due_at <= $now THEN true
           ELSE duration.inSeconds($now, job.due_set_at).seconds
                  > duration.inSeconds(job.due_set_at, job.due_at).seconds END
SET job.status = 'RUNNING',
    job.worker = $worker,
    job.lease_until = $until,
    job.due_at = $until,
    job.due_set_at = $now,
    job.attempts = job.attempts + 1,
    job.strikes = job.strikes + 1
REMOVE job.held
RETURN job.id AS id,
       job.tenant AS tenant,
       job.kind AS kind,
       job.actor AS actor,
       job.role AS role,
       job.session AS session,
       job.topic AS topic,
       job.attempts AS attempts,
       job.strikes AS strikes,
       job.error AS error
