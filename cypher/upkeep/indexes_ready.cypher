// Wait until every index can be used.
//
// access  read
// tenant  all   indexes are everybody's
// param   seconds  INTEGER  how long at most
CYPHER 25
CALL db.awaitIndexes($seconds)
