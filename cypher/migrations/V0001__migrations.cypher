// The migrations themselves: the lock and the ledger come before all else.
//
// access  schema
CYPHER 25

// One lock for each ledger of migrations.
CREATE CONSTRAINT migration_lock_ledger IF NOT EXISTS
FOR (it:MigrationLock) REQUIRE it.ledger IS UNIQUE;

// A migration is recorded once.
CREATE CONSTRAINT migration_version IF NOT EXISTS
FOR (it:Migration) REQUIRE (it.ledger, it.version) IS UNIQUE;
