// Have a change of a webhook tried again later, if the lease is still held.
//
// access  write
// param   tenant  STRING
// param   id      STRING
// param   owner   STRING
// param   due_at  ZONED DATETIME
// param   error   STRING
// column  id      STRING
CYPHER 25
MATCH (it:Webhook {tenant: $tenant, id: $id})
  USING INDEX SEEK it:Webhook(tenant, id)
REMOVE it.checksum
WITH it, it.owner = $owner AS held
WHERE held
SET it.due_at = $due_at,
    it.attempts = it.attempts + 1,
    it.failures = it.failures + 1,
    it.error = $error
RETURN it.id AS id
