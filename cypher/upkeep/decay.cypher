// Store what is left of the importance of a page of a tenant's memories, as graph/model/decay.py says,
// and how far the run is. Nothing is done unless the lease is held; then nobody takes it meanwhile.
// What is right already is not written.
//
// access  write
// scans   a page, in the order of the index
// param   task           STRING
// param   owner          STRING
// param   tenant         STRING
// param   after          STRING          the last id seen; empty to begin
// param   limit          INTEGER
// param   at             ZONED DATETIME  the instant as of which it is computed
// param   forever        ZONED DATETIME  the end of time
// param   rate           FLOAT           a day, of attributes without a half-life
// param   half_lives     MAP             days by attribute
// param   accesses_full  INTEGER         so many accesses keep all of it
// column  last           STRING          the last id of the page; null at the end
// column  examined       INTEGER         memories that are not retired, of the run until now
// column  changed        INTEGER         those of them that were written
CYPHER 25
MATCH (task:Task {name: $task})
  USING INDEX SEEK task:Task(name)
REMOVE task.checksum
WITH task, task.owner = $owner AS held
WHERE held
CALL () {
  MATCH (memory:Memory)
    USING INDEX SEEK memory:Memory(tenant, id)
  WHERE memory.tenant = $tenant AND memory.id > $after
  WITH memory
  ORDER BY memory.tenant, memory.id
  LIMIT $limit
  OPTIONAL MATCH (counter:Counter {memory: memory.id})
    USING INDEX SEEK counter:Counter(memory)
  WHERE counter.tenant = $tenant
  WITH memory,
       memory.retired_at = $forever AS current,
       coalesce(counter.last_accessed_at, memory.recorded_at) AS since,
       log(1.0 + coalesce(counter.accesses, 0)) / log(1.0 + $accesses_full) AS boost,
       coalesce(log(2.0) / $half_lives[memory.attribute], $rate) AS rate
  WITH memory, current, boost, rate,
       duration.inSeconds(since, $at).microseconds / 8.64e10 AS days
  WITH memory, current, boost, CASE WHEN days > 0.0 THEN exp(-rate * days) ELSE 1.0 END AS raw
  WITH memory, current,
       coalesce(memory.importance, 0.5) * CASE
         WHEN memory.rule IS NOT NULL OR boost >= 1.0 THEN 1.0
         ELSE raw + (1.0 - raw) * boost
       END AS left
  WITH memory, current, left,
       current AND coalesce(memory.effective_importance <> left, true) AS differs
  CALL (memory, left, differs) {
    WITH memory, left
    WHERE differs
    SET memory.effective_importance = left
  }
  RETURN max(memory.id) AS last,
         sum(CASE WHEN current THEN 1 ELSE 0 END) AS examined,
         sum(CASE WHEN differs THEN 1 ELSE 0 END) AS changed
}
SET task.cursor = CASE WHEN last IS NULL THEN task.cursor ELSE [$tenant, last] END,
    task.examined = coalesce(task.examined, 0) + examined,
    task.changed = coalesce(task.changed, 0) + changed
RETURN last,
       task.examined AS examined,
       task.changed AS changed
