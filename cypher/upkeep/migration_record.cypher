// Write down that migrations were applied. Saying it twice is saying it once.
//
// access  write
// tenant  all   the schema is everybody's
// param   ledger   STRING               whose migrations
// param   applied  LIST<MAP>            version, name and checksum of each
// param   now      ZONED DATETIME       when
CYPHER 25
UNWIND $applied AS one
MERGE (migration:Migration {ledger: $ledger, version: one.version})
ON CREATE SET migration.name = one.name,
              migration.checksum = one.checksum,
              migration.applied_at = $now
