// One lock for each ledger of migrations.
//
// access  schema
CYPHER 25
CREATE CONSTRAINT migration_lock_ledger IF NOT EXISTS
FOR (it:MigrationLock) REQUIRE it.ledger IS UNIQUE
