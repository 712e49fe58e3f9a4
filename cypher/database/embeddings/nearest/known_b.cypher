// The memories of a tenant nearest to a vector, by the index of side b, that were claims at a system
// time, whether or not they carry a belief now.
//
// access  read
// param   tenant     STRING
// param   scopes     LIST<STRING>    that are seen; null for all
// param   vector     LIST<FLOAT>
// param   system_at  ZONED DATETIME
// param   limit      INTEGER         of what the index finds
// column  seen       INTEGER         how many the index found
// column  found      LIST<MAP>       id, score: (1 + cosine) / 2; the nearest first
CYPHER 25
MATCH (memory:Memory)
SEARCH memory IN (
  VECTOR INDEX memory_vector_b
  FOR $vector
  WHERE memory.tenant = $tenant
    AND memory.admitted_at <= $system_at
  LIMIT $limit
) SCORE AS score
WITH memory, score
ORDER BY score DESC, memory.id
WITH collect({memory: memory, score: score}) AS near
RETURN size(near) AS seen,
       [one IN near
        WHERE one.memory.retired_at > $system_at
          AND ($scopes IS NULL OR coalesce(one.memory.scope, '') IN $scopes)
        | {id: one.memory.id, score: one.score}] AS found
