// Keep a change as a dead letter and go on behind it, if the lease is still held.
//
// access  write
// param   tenant    STRING
// param   id        STRING
// param   owner     STRING
// param   sequence  INTEGER         the place of the change
// param   at        ZONED DATETIME
// param   now       ZONED DATETIME
// param   error     STRING
// column  id        STRING
CYPHER 25
MATCH (it:Webhook {tenant: $tenant, id: $id})
  USING INDEX SEEK it:Webhook(tenant, id)
REMOVE it.checksum
WITH it, it.owner = $owner AS held
WHERE held
SET it.sequence = $sequence,
    it.at = $at,
    it.attempts = 0,
    it.failures = it.failures + 1,
    it.error = $error
MERGE (letter:DeadLetter {tenant: $tenant, webhook: $id, sequence: $sequence, at: $at})
SET letter.failed_at = $now,
    letter.error = $error
RETURN it.id AS id
