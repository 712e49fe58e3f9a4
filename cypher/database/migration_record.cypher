// Record migrations as applied. Idempotent.
//
// access  write
// tenant  all   the schema spans tenants
// param   ledger   STRING               name of the migration ledger
// param   applied  LIST<MAP>            version, name and checksum of each
// param   now      ZONED DATETIME       when
CYPHER 25
UNWIND $applied AS row
MERGE (migration:Migration {ledger: $ledger, version: row.version})
ON CREATE SET migration.name = row.name,
              migration.checksum = row.checksum,
              migration.applied_at = $now
