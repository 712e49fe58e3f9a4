// Prolong the lease of a webhook, or end it now, if it is still held.
//
// access  write
// param   tenant  STRING
// param   id      STRING
// param   owner   STRING
// param   until   ZONED DATETIME
// column  id      STRING
CYPHER 25
MATCH (it:Webhook {tenant: $tenant, id: $id})
  USING INDEX SEEK it:Webhook(tenant, id)
REMOVE it.checksum
WITH it, it.owner = $owner AS held
WHERE held
SET it.lease_until = $until
RETURN it.id AS id
