// Take a webhook that is due and that nobody holds.
//
// access  write
// param   tenant   STRING
// param   id       STRING
// param   owner    STRING          whoever holds this lease, and no other one
// param   now      ZONED DATETIME
// param   until    ZONED DATETIME  when the lease runs out
// param   latest   ZONED DATETIME  a lease that runs out later began in the future
// column  webhook  MAP             with its secret
CYPHER 25
MATCH (it:Webhook {tenant: $tenant, id: $id})
  USING INDEX SEEK it:Webhook(tenant, id)
REMOVE it.checksum
WITH it, coalesce(it.lease_until <= $now OR it.lease_until > $latest, true) AS free
WHERE free AND it.due_at <= $now
SET it.owner = $owner,
    it.lease_until = $until
RETURN properties(it) AS webhook
