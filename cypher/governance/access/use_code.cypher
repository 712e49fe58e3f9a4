// Have a code good no more because it is used; only its first use is told so.
//
// access  write
// param   tenant  STRING
// param   key     STRING          of the code
// param   use     STRING          of this use, which nobody else has
// param   until   ZONED DATETIME  by then the code has expired
// column  first   BOOLEAN
CYPHER 25
MERGE (revocation:TokenRevocation {tenant: $tenant, key: $key})
ON CREATE SET revocation.use = $use,
              revocation.until = $until
RETURN revocation.use = $use AS first
