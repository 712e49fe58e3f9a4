// The webhooks that may be tried now and that nobody holds, of every tenant.
//
// access  read
// tenant  all        a process delivers to the receivers of all tenants
// scans   those that may be due
// param   now        ZONED DATETIME
// param   latest     ZONED DATETIME  a lease that runs out later began in the future
// column  tenant     STRING
// column  id         STRING
// column  sequence   INTEGER         the last record of the audit that it has been told of
// column  waiting    BOOLEAN         whether dead letters are to be delivered again
CYPHER 25
MATCH (it:Webhook)
  USING INDEX SEEK it:Webhook(due_at)
WHERE it.due_at <= $now
  AND coalesce(it.lease_until <= $now OR it.lease_until > $latest, true)
RETURN it.tenant AS tenant,
       it.id AS id,
       it.sequence AS sequence,
       coalesce(it.waiting > 0, false) AS waiting
ORDER BY it.tenant, it.id
