// How much there is in all, of everything that a check walks through.
//
// access  read
// tenant  all   it is about the whole database
// column  slots     INTEGER
// column  memories  INTEGER
// column  entities  INTEGER
// column  beliefs   INTEGER
CYPHER 25
RETURN COUNT { MATCH (:Slot) } AS slots,
       COUNT { MATCH (:Memory) } AS memories,
       COUNT { MATCH (:Entity) } AS entities,
       COUNT { MATCH ()-[:BELIEF]->() } AS beliefs
