// Which tokens are revoked, if any were since somebody last asked.
//
// access  read
// tenant  all       a process serves all tenants
// scans   all that have not expired, where there is a new one
// param   store     STRING
// param   known     INTEGER         the count when it was last asked; -1 at first
// param   now       ZONED DATETIME
// column  revision  INTEGER
// column  found     LIST<MAP>       tenant, key, before, until
CYPHER 25
MATCH (state:TokenRevocations {store: $store})
  USING INDEX SEEK state:TokenRevocations(store)
WHERE state.revision <> $known
RETURN state.revision AS revision,
       COLLECT {
         MATCH (revocation:TokenRevocation)
           USING INDEX SEEK revocation:TokenRevocation(until)
         WHERE revocation.until > $now
         RETURN revocation {.tenant, .key, .before, .until}
       } AS found
