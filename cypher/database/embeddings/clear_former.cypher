// Drop vectors that a newer generation has replaced, some at a time.
//
// access  write
// tenant  all       a change of model is the whole store's
// param   property  STRING   where the vectors to drop are kept
// param   limit     INTEGER
// column  cleared   INTEGER
CYPHER 25
MATCH (memory:Memory)
  USING INDEX SEEK memory:Memory(former)
WHERE memory.former = true
WITH memory
LIMIT $limit
SET memory[$property] = null
REMOVE memory.former
RETURN count(memory) AS cleared
