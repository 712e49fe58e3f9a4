// End the delivery of a dead letter: it goes if it was taken, and stays if not, if the lease is held.
//
// access  write
// param   tenant    STRING
// param   id        STRING
// param   owner     STRING
// param   sequence  INTEGER         the place of the change
// param   at        ZONED DATETIME
// param   now       ZONED DATETIME
// param   error     STRING          null if it was taken, or nothing of it is left
// param   message   STRING          the id of what was delivered, if anything was
// column  id        STRING
CYPHER 25
MATCH (it:Webhook {tenant: $tenant, id: $id})
  USING INDEX SEEK it:Webhook(tenant, id)
REMOVE it.checksum
WITH it, it.owner = $owner AS held
WHERE held
SET it.waiting = CASE WHEN it.waiting > 0 THEN it.waiting - 1 ELSE 0 END,
    it.failures = it.failures + CASE WHEN $error IS NULL THEN 0 ELSE 1 END,
    it.error = coalesce($error, it.error),
    it.delivered_at = CASE WHEN $message IS NULL THEN it.delivered_at ELSE $now END,
    it.message = coalesce($message, it.message)
WITH it
OPTIONAL MATCH (letter:DeadLetter {tenant: $tenant, webhook: $id, sequence: $sequence, at: $at})
  USING INDEX SEEK letter:DeadLetter(tenant, webhook, sequence, at)
CALL (letter) {
  WITH letter
  WHERE $error IS NULL
  DELETE letter
}
CALL (letter) {
  WITH letter
  WHERE $error IS NOT NULL
  SET letter.waits = false,
      letter.failed_at = $now,
      letter.error = $error
}
RETURN it.id AS id
