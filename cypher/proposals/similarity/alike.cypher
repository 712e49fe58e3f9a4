// The memories of an identity that are most like a vector, of those last recorded.
//
// They are compared one by one, so that nobody else's take their places, as in the index of vectors
// they might; of those that the index has found only these are left.
//
// access  read
// param   tenant     STRING
// param   scope      STRING          that of the memory
// param   entities   LIST<STRING>    all of the identity
// param   memory     STRING          whose vector it is
// param   vector     LIST<FLOAT>
// param   property   STRING          where memories have theirs
// param   least      FLOAT           the cosine that they have at least
// param   also       LIST<STRING>    what the index of vectors has found
// param   now        ZONED DATETIME
// param   scanned    INTEGER         how many are looked at
// param   limit      INTEGER         how many are wanted
// column  seen       INTEGER         how many were looked at
// column  found      LIST<MAP>       id, canonical, cosine; the most alike first
CYPHER 25
CALL () {
  UNWIND $entities AS entity
  MATCH (memory:Memory)
    USING INDEX SEEK memory:Memory(tenant, entity, recorded_at, id)
  WHERE memory.tenant = $tenant
    AND memory.entity = entity
    AND memory.recorded_at IS NOT NULL
    AND memory.id IS NOT NULL
    AND memory.admitted_at <= $now
    AND memory.retired_at > $now
    AND coalesce(memory.scope, '') = $scope
  RETURN memory
  ORDER BY memory.recorded_at DESC, memory.id DESC
  LIMIT $scanned
  UNION
  MATCH (memory:Memory)
    USING INDEX SEEK memory:Memory(tenant, id)
  WHERE memory.id IN $also
    AND memory.tenant = $tenant
    AND memory.entity IN $entities
    AND memory.admitted_at <= $now
    AND memory.retired_at > $now
    AND coalesce(memory.scope, '') = $scope
  RETURN memory
}
WITH memory,
     CASE WHEN memory.id <> $memory AND memory[$property] IS NOT NULL
       THEN 2 * vector.similarity.cosine(memory[$property], $vector) - 1
     END AS cosine
WITH count(memory) AS seen,
     collect(CASE WHEN cosine >= $least THEN {
       id: memory.id, canonical: memory.canonical, cosine: cosine
     } END) AS found
RETURN seen,
       COLLECT {
         UNWIND found AS one
         RETURN one
         ORDER BY one.cosine DESC, one.id
         LIMIT $limit
       } AS found
