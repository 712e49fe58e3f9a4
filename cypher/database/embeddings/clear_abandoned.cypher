// Take back vectors of a generation that never became the store's, some at a time.
//
// access  write
// scans   those of one generation and newer, which is what it changes
// tenant  all         a change of model is the whole store's
// param   generation  INTEGER  the store's
// param   property    STRING   where the vectors to take back are kept
// param   limit       INTEGER
// column  cleared     INTEGER
CYPHER 25
MATCH (memory:Memory)
  USING INDEX SEEK memory:Memory(embedded, recorded_at)
WHERE memory.embedded > $generation AND memory.recorded_at IS NOT NULL
WITH memory
LIMIT $limit
SET memory.embedded = CASE WHEN memory.former THEN $generation ELSE 0 END,
    memory[$property] = null
REMOVE memory.former
RETURN count(memory) AS cleared
