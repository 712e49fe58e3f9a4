// The memories of a tenant that were claims at a system time and say how something is to be done, or is
// never to be done.
//
// access  read
// param   tenant     STRING
// param   scopes     LIST<STRING>  that are seen; null for all
// param   system_at  ZONED DATETIME
// param   limit      INTEGER
// column  ids        LIST<STRING>
CYPHER 25
UNWIND ['constraint', 'convention'] AS rule
MATCH (memory:Memory {tenant: $tenant, rule: rule})
  USING INDEX SEEK memory:Memory(tenant, rule, admitted_at)
WHERE memory.admitted_at <= $system_at
  AND ($scopes IS NULL OR coalesce(memory.scope, '') IN $scopes)
  AND memory.retired_at > $system_at
WITH memory.id AS id
ORDER BY rule, memory.admitted_at, id
LIMIT $limit
RETURN collect(id) AS ids
