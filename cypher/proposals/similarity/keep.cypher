// Keep the pairs of a page of memories, and how far the run is. A pair that is known is left as it is,
// whatever its state. Of two that say the same the older is confirmed, with its pair and so once.
// Nothing is done unless the lease is held; then nobody takes it meanwhile.
//
// access  write
// tenant  all       memories of every tenant are compared; each row names its own
// param   task      STRING
// param   owner     STRING
// param   compared  LIST<MAP>       tenant, id: the memories that need not be compared again
// param   pairs     LIST<MAP>       tenant, key, id, older, newer, cosine, same_value, reasons, scope, status,
//                                   unjudged; to confirm also audit, reason, doubt, said_at
// param   after     STRING          the last id of the page
// param   actor     STRING
// param   now       ZONED DATETIME
// param   forever   ZONED DATETIME  the end of time
// column  examined  INTEGER         memories, of the run until now
// column  changed   INTEGER         new pairs, of the run until now
CYPHER 25
MATCH (task:Task {name: $task})
  USING INDEX SEEK task:Task(name)
REMOVE task.checksum
WITH task, task.owner = $owner AS held
WHERE held
CALL () {
  UNWIND $compared AS row
  MATCH (memory:Memory {tenant: row.tenant, id: row.id})
    USING INDEX SEEK memory:Memory(tenant, id)
  REMOVE memory.uncompared
}
CALL () {
  UNWIND $pairs AS row
  MERGE (pair:SimilarPair {key: row.key})
    ON CREATE SET pair.tenant = row.tenant,
                  pair.id = row.id,
                  pair.older = row.older,
                  pair.newer = row.newer,
                  pair.cosine = row.cosine,
                  pair.same_value = row.same_value,
                  pair.reasons = row.reasons,
                  pair.scope = row.scope,
                  pair.status = row.status,
                  pair.unjudged = row.unjudged,
                  pair.found_at = $now
  WITH row, pair
  WHERE pair.id = row.id
  CALL (row) {
    WITH row
    WHERE row.doubt IS NOT NULL
    MATCH (claim:Memory {tenant: row.tenant, id: row.older})
      USING INDEX SEEK claim:Memory(tenant, id)
    WHERE claim.retired_at = $forever
    MERGE (counter:Counter {memory: row.older})
      ON CREATE SET counter.tenant = row.tenant, counter.confirmations = 0, counter.doubt = 1.0
    SET counter.confirmations = coalesce(counter.confirmations, 0) + 1,
        counter.doubt = coalesce(counter.doubt, 1.0) * row.doubt,
        counter.last_confirmed_at = CASE
          WHEN counter.last_confirmed_at > row.said_at THEN counter.last_confirmed_at
          ELSE row.said_at
        END
    CREATE (:Audit {tenant: row.tenant, unsealed: row.tenant, id: row.audit, at: $now, actor: $actor, action: 'confirm',
                    subject: row.older, reason: row.reason, gate: null, scope: claim.scope})
  }
  RETURN count(pair) AS fresh
}
SET task.cursor = [$after],
    task.examined = coalesce(task.examined, 0) + size($compared),
    task.changed = coalesce(task.changed, 0) + fresh
RETURN task.examined AS examined,
       task.changed AS changed
