// The claims that lead to an entity: those that a merge or a split of it moves.
//
// access  schema
CYPHER 25
CREATE INDEX memory_target IF NOT EXISTS
FOR (it:Memory) ON (it.target, it.retired_at)
