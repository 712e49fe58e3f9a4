// Which of some memories wait for an answer.
//
// access  read
// param   tenant   STRING
// param   ids      LIST<STRING>    of memories, or of none
// param   forever  ZONED DATETIME  the end of time
// column  id       STRING
CYPHER 25
MATCH (memory:Memory)
  USING INDEX SEEK memory:Memory(tenant, id)
WHERE memory.tenant = $tenant
  AND memory.id IN $ids
  AND memory.retired_at = $forever
  AND memory.slot_held IS NOT NULL
RETURN memory.id AS id
ORDER BY id
