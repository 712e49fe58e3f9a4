// Pairs of similar memories of one status, in the order found, a page of them.
//
// Those of which one memory is not current any more wait for nobody and are left out.
//
// access  read
// param   tenant    STRING
// param   scopes    LIST<STRING>    that are seen; null for all
// param   status    STRING
// param   after_at  ZONED DATETIME  when the last one seen was found
// param   after_id  STRING          its id; empty to begin
// param   limit     INTEGER
// param   now       ZONED DATETIME
// param   forever   ZONED DATETIME  the end of time
// column  pair      MAP
CYPHER 25
MATCH (pair:SimilarPair)
  USING INDEX SEEK pair:SimilarPair(tenant, status, found_at)
WHERE pair.tenant = $tenant
  AND ($scopes IS NULL OR coalesce(pair.scope, '') IN $scopes)
  AND pair.status = $status
  AND pair.found_at >= $after_at
  AND [pair.found_at, pair.id] > [$after_at, $after_id]
  AND NOT ($status = 'OPEN' AND COUNT {
    UNWIND [pair.older, pair.newer] AS side
    MATCH (memory:Memory {tenant: $tenant, id: side})
      USING INDEX SEEK memory:Memory(tenant, id)
    WHERE memory.retired_at = $forever
      AND coalesce(memory.expires_at, $forever) > $now
      AND CASE
        WHEN memory.negative = true THEN coalesce(memory.end, $forever) > $now AND NOT EXISTS {
          MATCH (memory)-[step:SUPERSEDED_BY]->()
          WHERE step.tenant = $tenant AND step.system_to = $forever
        }
        ELSE memory.holds_to > $now
      END
    RETURN memory
  } < 2)
WITH pair
ORDER BY pair.tenant, pair.status, pair.found_at, pair.id
LIMIT $limit
RETURN properties(pair) AS pair
