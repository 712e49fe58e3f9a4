// What has been done to this graph, in order.
//
// access  read
// tenant  all   the schema is everybody's
// param   ledger    STRING   whose migrations
// column  version   INTEGER
// column  name      STRING
// column  checksum  STRING
CYPHER 25
MATCH (migration:Migration {ledger: $ledger})
WHERE migration.version >= 0
RETURN migration.version AS version,
       migration.name AS name,
       migration.checksum AS checksum
ORDER BY version
