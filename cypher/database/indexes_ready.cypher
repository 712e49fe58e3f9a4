// Wait until every index is online.
//
// access  read
// tenant  all   indexes span tenants
// param   seconds  INTEGER  the longest wait
CYPHER 25
CALL db.awaitIndexes($seconds)
