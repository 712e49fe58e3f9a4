// A tenant's webhooks in the order made, without their secrets, each with its first dead letters.
//
// access  read
// scans   what is the tenant's
// param   tenant   STRING
// param   letters  INTEGER    dead letters of each, at most
// column  webhook  MAP
// column  dead     INTEGER    how many dead letters it has
// column  letters  LIST<MAP>
CYPHER 25
MATCH (it:Webhook)
  USING INDEX SEEK it:Webhook(tenant, id)
WHERE it.tenant = $tenant AND it.id IS NOT NULL
RETURN it {.*, secret: null} AS webhook,
       COUNT {
         MATCH (letter:DeadLetter)
           USING INDEX SEEK letter:DeadLetter(tenant, webhook)
         WHERE letter.tenant = $tenant AND letter.webhook = it.id
       } AS dead,
       COLLECT {
         MATCH (letter:DeadLetter)
           USING INDEX SEEK letter:DeadLetter(tenant, webhook)
         WHERE letter.tenant = $tenant AND letter.webhook = it.id
         RETURN properties(letter)
         ORDER BY letter.sequence, letter.at
         LIMIT $letters
       } AS letters
ORDER BY it.created_at, it.id
