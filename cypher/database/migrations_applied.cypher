// The applied migrations, in order.
//
// access  read
// tenant  all   the schema spans tenants
// param   ledger    STRING   name of the migration ledger
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
