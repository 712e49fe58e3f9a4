// Messages of earlier versions, which are turns too.
//
// access  write
// scans   all episodes, once
// tenant  all     the data of every tenant is brought to this version
CYPHER 25

MATCH (episode:Episode)
WHERE episode.ordinal IS NOT NULL AND NOT episode:Turn
CALL (episode) {
  SET episode:Turn
} IN TRANSACTIONS OF 1000 ROWS;
