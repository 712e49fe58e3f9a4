// What time the server has.
//
// access  read
// tenant  all   the time is the server's
// column  now   ZONED DATETIME
CYPHER 25
RETURN datetime.realtime('UTC') AS now
