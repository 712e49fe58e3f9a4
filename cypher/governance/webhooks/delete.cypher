// Delete a webhook with its dead letters, with a line in the audit.
//
// access  write
// param   tenant  STRING
// param   id      STRING
// param   audit   MAP     properties of its record
// column  webhook MAP     as it was, without its secret
CYPHER 25
MATCH (it:Webhook {tenant: $tenant, id: $id})
  USING INDEX SEEK it:Webhook(tenant, id)
REMOVE it.checksum
WITH it, it {.*, secret: null} AS webhook
CALL (it) {
  OPTIONAL MATCH (letter:DeadLetter)
    USING INDEX SEEK letter:DeadLetter(tenant, webhook)
  WHERE letter.tenant = $tenant AND letter.webhook = $id
  DELETE letter
}
DELETE it
CREATE (audit:Audit)
SET audit = $audit, audit.tenant = $tenant, audit.unsealed = $tenant
RETURN webhook AS webhook
