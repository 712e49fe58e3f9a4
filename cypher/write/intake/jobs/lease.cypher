// Take the next job that is due: a queued one, or a running one whose lease ran out. It is one of the
// tenant of whom the fewest are being worked on, and of these of the one that was not served for the
// longest; there the one of the highest priority, and of these the one that is due for the longest.
// Only the first of a session is looked at, so that what was said first is read first, and what is
// queued behind it costs nothing.
// A row without a job: others have taken it meanwhile, and there may be another.
// Where the clock has gone back, a wait may have begun in the future: it is over if it would end later
// than twice its length from now. What was queued to be done at once then has a length of nothing.
//
// access  write
// scans   the tenants with a job that is due, in turn, up to the first that is not being served
// param   tenant         STRING          null: whosever job is next
// param   worker         STRING
// param   now            ZONED DATETIME
// param   until          ZONED DATETIME  when the lease runs out
// param   lowest         INTEGER         the bounds of priority
// param   highest        INTEGER
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
// column  trace          STRING          of the request that made it
CYPHER 25
MATCH (running:Job {status: 'RUNNING'})
  USING INDEX SEEK running:Job(status, due_at)
WHERE running.due_at > $now
WITH collect(running.tenant) AS busy
CALL (busy) {
  // The first in turn of those of whom nothing is being worked on.
  MATCH (queue:Queue)
    USING INDEX SEEK queue:Queue(turn_at)
  WHERE queue.turn_at <= $now
    AND ($tenant IS NULL OR queue.tenant = $tenant)
    AND NOT queue.tenant IN busy
    AND EXISTS {
      MATCH (due:Job {front: queue.tenant})
        USING INDEX SEEK due:Job(front, due_at)
      WHERE due.due_at <= $now
    }
  RETURN queue
  ORDER BY queue.turn_at
  LIMIT 1
  UNION
  UNWIND busy AS tenant
  WITH DISTINCT tenant
  WHERE $tenant IS NULL OR tenant = $tenant
  MATCH (queue:Queue {tenant: tenant})
    USING INDEX SEEK queue:Queue(tenant)
  WHERE queue.turn_at <= $now
    // While a job runs longer than its first lease, its queue seems to be due.
    AND EXISTS {
      MATCH (due:Job {front: tenant})
        USING INDEX SEEK due:Job(front, due_at)
      WHERE due.due_at <= $now
    }
  RETURN queue
  UNION
  // Those that were served in the future.
  MATCH (queue:Queue)
    USING INDEX SEEK queue:Queue(served_at)
  WHERE queue.served_at > $now
    AND ($tenant IS NULL OR queue.tenant = $tenant)
    AND EXISTS {
      MATCH (due:Job {front: queue.tenant})
        USING INDEX SEEK due:Job(front, due_at)
      WHERE due.due_at <= $now
    }
  RETURN queue
  UNION
  UNWIND ['QUEUED', 'RUNNING'] AS status
  MATCH (job:Job {status: status})
    USING INDEX SEEK job:Job(status, due_set_at)
  WHERE job.due_set_at > $now
    AND duration.inSeconds($now, job.due_set_at).seconds
          > duration.inSeconds(job.due_set_at, job.due_at).seconds
    AND job.front IS NOT NULL
    AND ($tenant IS NULL OR job.tenant = $tenant)
  MATCH (queue:Queue {tenant: job.tenant})
    USING INDEX SEEK queue:Queue(tenant)
  RETURN queue
}
WITH queue, queue.tenant AS tenant, busy
WITH queue, size([one IN busy WHERE one = tenant]) AS served
ORDER BY served,
         coalesce(queue.turn_at <= $now, false),
         queue.turn_at,
         queue.tenant
LIMIT 1
REMOVE queue.checksum
WITH queue.tenant AS owner
// Looked up after the lock, which everything that moves a job of the tenant takes.
OPTIONAL CALL (owner) {
  UNWIND range($lowest, $highest) AS priority
  CALL (owner, priority) {
    MATCH (job:Job {front: owner, priority: priority})
      USING INDEX SEEK job:Job(front, priority, due_at)
    WHERE job.due_at <= $now
    RETURN job
    ORDER BY job.front, job.priority, job.due_at
    LIMIT 1
  }
  RETURN job
  UNION
  MATCH (job:Job {front: owner})
    USING INDEX SEEK job:Job(front, due_set_at)
  WHERE job.due_set_at > $now
    AND duration.inSeconds($now, job.due_set_at).seconds
          > duration.inSeconds(job.due_set_at, job.due_at).seconds
  RETURN job
}
WITH owner, job
ORDER BY job.priority DESC, job.due_at, job.number
LIMIT 1
SET job.status = 'RUNNING',
    job.worker = $worker,
    job.lease_until = $until,
    job.due_at = $until,
    job.due_set_at = $now,
    job.attempts = job.attempts + 1,
    job.strikes = job.strikes + 1
REMOVE job.held
WITH owner, job
MATCH (queue:Queue {tenant: owner})
  USING INDEX SEEK queue:Queue(tenant)
WITH job, queue,
     CASE WHEN job IS NULL THEN queue.served_at ELSE $now END AS served,
     COLLECT {
       MATCH (first:Job {front: owner})
         USING INDEX SEEK first:Job(front, due_at)
       WHERE first.due_at IS NOT NULL
       RETURN first.due_at
       ORDER BY first.front, first.due_at
       LIMIT 1
     }[0] AS due
SET queue.served_at = served,
    queue.turn_at = CASE WHEN served > due THEN served ELSE due END
RETURN job.id AS id,
       job.tenant AS tenant,
       job.kind AS kind,
       job.actor AS actor,
       job.role AS role,
       job.session AS session,
       job.topic AS topic,
       job.attempts AS attempts,
       job.strikes AS strikes,
       job.error AS error,
       job.trace AS trace
