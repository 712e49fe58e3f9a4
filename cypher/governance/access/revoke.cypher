// Have a token, or those of an actor that were issued before a time, good no more.
//
// The store's count is changed first, so that one waits for another, and a reader who sees the
// count sees what it counts.
//
// access  write
// param   store   STRING
// param   tenant  STRING
// param   key     STRING          of the token, or of the actor
// param   before  ZONED DATETIME  only what was issued before; null: whenever it was
// param   until   ZONED DATETIME  by then every such token has expired
// param   audit   MAP             properties of its record
// column  revision  INTEGER       how often there was a new one
CYPHER 25
MERGE (state:TokenRevocations {store: $store})
SET state.revision = coalesce(state.revision, 0) + 1
WITH state
MERGE (revocation:TokenRevocation {tenant: $tenant, key: $key})
SET revocation.before = CASE
      WHEN revocation.before > $before THEN revocation.before
      ELSE $before
    END,
    revocation.until = CASE
      WHEN revocation.until > $until THEN revocation.until
      ELSE $until
    END
CREATE (audit:Audit)
SET audit = $audit, audit.tenant = $tenant, audit.unsealed = $tenant
RETURN state.revision AS revision
