// Write down that one migration was applied. Saying it twice is saying it once.
//
// access  write
// tenant  all   the schema is everybody's
// param   ledger    STRING          whose migrations
// param   version   INTEGER         its number
// param   name      STRING          its file's name, for people
// param   checksum  STRING          of its text
// param   now       ZONED DATETIME  when
CYPHER 25
MERGE (migration:Migration {ledger: $ledger, version: $version})
ON CREATE SET migration.name = $name,
              migration.checksum = $checksum,
              migration.applied_at = $now
