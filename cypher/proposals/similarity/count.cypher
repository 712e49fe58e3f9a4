// How many pairs of similar memories wait for a person, whose memories are current.
//
// access  read
// param   tenant       STRING
// param   scopes       LIST<STRING>    that are seen; null for all
// param   now          ZONED DATETIME
// param   forever      ZONED DATETIME  the end of time
// column  open         INTEGER
// column  contradicts  INTEGER         those of them that a model takes for a contradiction
CYPHER 25
MATCH (pair:SimilarPair)
  USING INDEX SEEK pair:SimilarPair(tenant, status, found_at)
WHERE pair.tenant = $tenant
  AND ($scopes IS NULL OR coalesce(pair.scope, '') IN $scopes)
  AND pair.status = 'OPEN'
  AND pair.found_at IS NOT NULL
  AND COUNT {
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
  } = 2
RETURN count(pair) AS open,
       sum(CASE WHEN pair.verdict = 'CONTRADICTS' THEN 1 ELSE 0 END) AS contradicts
