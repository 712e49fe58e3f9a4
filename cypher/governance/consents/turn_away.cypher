// Turn away what waits for a person about some entities: it may not be kept any more.
//
// access  write
// param   tenant      STRING
// param   entities    LIST<STRING>
// param   attributes  LIST<STRING>    null for any
// param   now         ZONED DATETIME
// param   actor       STRING
// param   reason      STRING
// column  ids         LIST<STRING>
CYPHER 25
MATCH (memory:Waiting)
  USING INDEX SEEK memory:Waiting(queue, since, id)
WHERE memory.queue = $tenant
  AND memory.since IS NOT NULL AND memory.id IS NOT NULL
  AND memory.tenant = $tenant
  AND (memory.entity IN $entities OR memory.target IN $entities)
  AND ($attributes IS NULL OR memory.attribute IN $attributes)
REMOVE memory.checksum
WITH memory
WHERE memory.queue IS NOT NULL
SET memory.retired_at = $now, memory.decided_by = $actor, memory.decided_reason = $reason
REMOVE memory.queue
RETURN collect(memory.id) AS ids
