// Tokens that are good no more before they expire, for every process that serves the store.
//
// access  schema
CYPHER 25

// One for each token, and for each actor of a tenant.
CREATE CONSTRAINT token_revocation_key IF NOT EXISTS
FOR (it:TokenRevocation) REQUIRE (it.tenant, it.key) IS UNIQUE;

// Those that no token is left of go.
CREATE INDEX token_revocation_until IF NOT EXISTS
FOR (it:TokenRevocation) ON (it.until);

// How often there was a new one, which is what every process asks for.
CREATE CONSTRAINT token_revocations_store IF NOT EXISTS
FOR (it:TokenRevocations) REQUIRE it.store IS UNIQUE;
