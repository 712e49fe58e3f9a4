// Move the cursor of a webhook behind what its receiver has taken, or what it is not told of, if the
// lease is still held.
//
// access  write
// param   tenant    STRING
// param   id        STRING
// param   owner     STRING
// param   sequence  INTEGER         the place of the change, or of the last record that was read
// param   at        ZONED DATETIME
// param   now       ZONED DATETIME  null if nothing was delivered
// param   message   STRING          the id of what was delivered, if anything was
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
    it.delivered_at = coalesce($now, it.delivered_at),
    it.message = coalesce($message, it.message),
    it.error = CASE WHEN $message IS NULL THEN it.error ELSE null END
RETURN it.id AS id
