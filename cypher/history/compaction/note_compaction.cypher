// Note on the erasures that are complete since when no file has anything of them either.
//
// access  write
// tenant  all   a store is compacted whole
// scans   everything, for any erasure may not have it yet
// param   at      ZONED DATETIME
// column  noted   INTEGER
CYPHER 25
MATCH (erasure:Erasure)
WHERE erasure.complete AND erasure.compacted_at IS NULL
SET erasure.compacted_at = $at
RETURN count(erasure) AS noted
