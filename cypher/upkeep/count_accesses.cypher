// Count the accesses to memories of the recalls that come next, and how far the run is. Each recall is
// counted once: it loses its mark in the transaction in which its memories' counters rise.
// Nothing is done unless the lease is held; then nobody takes it meanwhile.
//
// access  write
// tenant  all        the accesses of every tenant are counted
// param   task       STRING
// param   owner      STRING
// param   limit      INTEGER  recalls
// column  found      INTEGER  recalls that were counted now
// column  examined   INTEGER  recalls, of the run until now
// column  changed    INTEGER  counters that rose, of the run until now
CYPHER 25
MATCH (task:Task {name: $task})
  USING INDEX SEEK task:Task(name)
REMOVE task.checksum
WITH task, task.owner = $owner AS held
WHERE held
CALL () {
  MATCH (recall:Recall)
    USING INDEX SEEK recall:Recall(uncounted, at)
  WHERE recall.uncounted = true AND recall.at IS NOT NULL
  WITH recall
  ORDER BY recall.uncounted, recall.at
  LIMIT $limit
  REMOVE recall.uncounted
  RETURN collect(recall) AS recalls
}
CALL (recalls) {
  UNWIND recalls AS recall
  UNWIND recall.memories AS id
  WITH recall.tenant AS tenant, id, count(*) AS times, max(recall.at) AS last
  ORDER BY id
  // What was erased since has no counter.
  MATCH (memory:Memory {tenant: tenant, id: id})
    USING INDEX SEEK memory:Memory(tenant, id)
  MERGE (counter:Counter {memory: id})
    ON CREATE SET counter.tenant = tenant, counter.confirmations = 0, counter.doubt = 1.0
  SET counter.accesses = coalesce(counter.accesses, 0) + times,
      counter.last_accessed_at = CASE
        WHEN counter.last_accessed_at > last THEN counter.last_accessed_at
        ELSE last
      END
  RETURN count(*) AS risen
}
SET task.examined = coalesce(task.examined, 0) + size(recalls),
    task.changed = coalesce(task.changed, 0) + risen
RETURN size(recalls) AS found,
       task.examined AS examined,
       task.changed AS changed
