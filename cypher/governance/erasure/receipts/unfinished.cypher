// Erasures that are not complete, of all tenants, the oldest first.
//
// access  read
// tenant  all  a run of the task finishes those of all tenants
// param   limit    INTEGER
// column  erasure  MAP
CYPHER 25
MATCH (erasure:Erasure)
  USING INDEX SEEK erasure:Erasure(unfinished)
WHERE erasure.unfinished = true
RETURN erasure {.*} AS erasure
ORDER BY erasure.at, erasure.id
LIMIT $limit
