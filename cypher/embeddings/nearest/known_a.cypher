// The memories of a tenant nearest to a vector, by the index of side a, that were claims at a system
// time, whether or not they carry a belief now.
//
// access  read
// param   tenant     STRING
// param   vector     LIST<FLOAT>
// param   system_at  ZONED DATETIME
// param   limit      INTEGER         of what the index finds
// column  found      LIST<MAP>       id, score: (1 + cosine) / 2; the nearest first
CYPHER 25
MATCH (memory:Memory)
SEARCH memory IN (
  VECTOR INDEX memory_vector_a
  FOR $vector
  WHERE memory.tenant = $tenant
    AND memory.admitted_at <= $system_at
    AND memory.retired_at > $system_at
  LIMIT $limit
) SCORE AS score
WITH memory.id AS id, score
ORDER BY score DESC, id
RETURN collect({id: id, score: score}) AS found
