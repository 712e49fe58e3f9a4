// Memories whose vector is older than a generation, or not there at all: those that have an older
// one first, then the newest first.
//
// access  read
// scans   those that wait, in the order of the index
// tenant  all         vectors are made of whosever memory is next
// param   generation  INTEGER
// param   skip        INTEGER  how many of the first to leave to others
// param   limit       INTEGER
// column  id          STRING
// column  tenant      STRING
// column  text        STRING
CYPHER 25
MATCH (memory:Memory)
  USING INDEX SEEK memory:Memory(embedded, recorded_at)
WHERE memory.embedded < $generation
  AND memory.recorded_at IS NOT NULL
RETURN memory.id AS id,
       memory.tenant AS tenant,
       memory.text AS text
ORDER BY memory.embedded DESC, memory.recorded_at DESC
SKIP $skip
LIMIT $limit
