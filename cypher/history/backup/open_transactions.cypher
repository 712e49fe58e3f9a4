// How many transactions are open that began before a time.
//
// access  read
// tenant  all   they are the server's
// param   before  STRING   in ISO 8601
// column  count   INTEGER
CYPHER 25
SHOW TRANSACTIONS
YIELD startTime
WHERE datetime(startTime) < datetime($before)
RETURN count(*) AS count
