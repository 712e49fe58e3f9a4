// The memories of a tenant nearest to a vector, by the index of side a: of what the index finds, those
// that count as known at a system time, and carry a belief within a period of valid time.
//
// access  read
// param   tenant       STRING
// param   scopes       LIST<STRING>    that are seen; null for all
// param   vector       LIST<FLOAT>
// param   valid_first  ZONED DATETIME  the period's first moment
// param   valid_last   ZONED DATETIME  its last; of one instant the same
// param   system_at    ZONED DATETIME
// param   limit        INTEGER         of what the index finds
// column  seen         INTEGER         how many the index found
// column  found        LIST<MAP>       id, score: (1 + cosine) / 2; the nearest first
CYPHER 25
MATCH (memory:Memory)
SEARCH memory IN (
  VECTOR INDEX memory_vector_a
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
          AND one.memory.holds_from <= $valid_last
          AND one.memory.holds_to > $valid_first
          AND (one.memory.expires_at IS NULL OR one.memory.expires_at > $valid_first)
          AND ($scopes IS NULL OR coalesce(one.memory.scope, '') IN $scopes)
        | {id: one.memory.id, score: one.score}] AS found
