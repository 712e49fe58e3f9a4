// Which store this is: an id that Neo4j gave the database when it made it.
//
// access  read
// tenant  all   the id is the database's
// column  id  STRING
CYPHER 25
CALL db.info() YIELD id
RETURN id
