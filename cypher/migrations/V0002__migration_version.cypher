// A migration is recorded once.
//
// access  schema
CYPHER 25
CREATE CONSTRAINT migration_version IF NOT EXISTS
FOR (it:Migration) REQUIRE (it.ledger, it.version) IS UNIQUE
