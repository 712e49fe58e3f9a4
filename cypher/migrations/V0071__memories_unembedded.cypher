// Memories of before there were vectors wait for theirs like new ones.
//
// access  write
// tenant  all  every memory of the store
CYPHER 25
MATCH (memory:Memory)
WHERE memory.tenant >= '' AND memory.id IS NOT NULL AND memory.embedded IS NULL
CALL (memory) {
  SET memory.embedded = 0
} IN TRANSACTIONS OF 5000 ROWS
