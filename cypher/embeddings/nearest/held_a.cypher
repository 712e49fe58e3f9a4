// The memories of a tenant nearest to a vector, by the index of side a, that filters inside: what
// counts as known at a system time, and carries a belief at a valid time.
//
// access  read
// param   tenant     STRING
// param   vector     LIST<FLOAT>
// param   valid_at   ZONED DATETIME
// param   system_at  ZONED DATETIME
// param   limit      INTEGER
// column  id         STRING
// column  score      FLOAT   (1 + cosine) / 2
CYPHER 25
MATCH (memory:Memory)
SEARCH memory IN (
  VECTOR INDEX memory_vector_a
  FOR $vector
  WHERE memory.tenant = $tenant
    AND memory.admitted_at <= $system_at
    AND memory.retired_at > $system_at
    AND memory.holds_from <= $valid_at
    AND memory.holds_to > $valid_at
  LIMIT $limit
) SCORE AS score
WITH memory, score
WHERE memory.expires_at IS NULL OR memory.expires_at > $valid_at
RETURN memory.id AS id,
       score
ORDER BY score DESC, id
