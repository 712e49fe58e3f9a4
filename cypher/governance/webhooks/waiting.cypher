// The first of a webhook's dead letters that is to be delivered again.
//
// access  read
// param   tenant    STRING
// param   id        STRING
// column  sequence  INTEGER
// column  at        ZONED DATETIME
CYPHER 25
MATCH (letter:DeadLetter)
  USING INDEX SEEK letter:DeadLetter(tenant, webhook)
WHERE letter.tenant = $tenant AND letter.webhook = $id
  AND letter.waits = true
RETURN letter.sequence AS sequence, letter.at AS at
ORDER BY letter.sequence, letter.at
LIMIT 1
