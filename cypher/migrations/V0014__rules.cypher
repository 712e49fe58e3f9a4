// Memories of earlier versions that say by their tags alone that they are rules.
//
// access  write
// scans   all memories, once
// tenant  all     the data of every tenant is brought to this version
CYPHER 25

MATCH (memory:Memory)
WHERE memory.rule IS NULL
  AND ('constraint' IN memory.tags OR 'convention' IN memory.tags)
CALL (memory) {
  SET memory.rule = CASE WHEN 'constraint' IN memory.tags THEN 'constraint' ELSE 'convention' END
} IN TRANSACTIONS OF 1000 ROWS;
