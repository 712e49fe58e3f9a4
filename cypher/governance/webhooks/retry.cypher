// Have the dead letters of a webhook delivered again, each once.
//
// access  write
// param   tenant  STRING
// param   id      STRING
// param   now     ZONED DATETIME
// column  waiting INTEGER         how many there are
CYPHER 25
MATCH (it:Webhook {tenant: $tenant, id: $id})
  USING INDEX SEEK it:Webhook(tenant, id)
REMOVE it.checksum
CALL (it) {
  MATCH (letter:DeadLetter)
    USING INDEX SEEK letter:DeadLetter(tenant, webhook)
  WHERE letter.tenant = $tenant AND letter.webhook = $id
  SET letter.waits = true
  RETURN count(letter) AS waiting
}
SET it.due_at = $now,
    it.waiting = waiting
RETURN waiting AS waiting
