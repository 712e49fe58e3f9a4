// Memories that have a vector and were not compared yet, a page in the order of their ids.
//
// access  read
// tenant  all        whosever memory is next is compared
// param   property   STRING        where memories have their vectors
// param   after      STRING        the last id seen; empty to begin
// param   limit      INTEGER
// column  id         STRING
// column  tenant     STRING
// column  canonical  STRING
// column  scope      STRING
// column  vector     LIST<FLOAT>   null while it is another model's
CYPHER 25
MATCH (memory:Memory)
  USING INDEX SEEK memory:Memory(uncompared, id)
WHERE memory.uncompared = true AND memory.id > $after
RETURN memory.id AS id,
       memory.tenant AS tenant,
       memory.canonical AS canonical,
       coalesce(memory.scope, '') AS scope,
       memory[$property] AS vector
ORDER BY memory.uncompared, memory.id
LIMIT $limit
