// Withdrawals of which something is left to be taken back, of every tenant.
//
// access  read
// tenant  all  withdrawals of every tenant are finished by one task
// scans   withdrawals that are not at their end: usually none
// param   limit    INTEGER
// param   forever  ZONED DATETIME  the end of time
// column  tenant   STRING
// column  id       STRING
// column  subject  STRING
// column  category  STRING
// column  actor    STRING
CYPHER 25
MATCH (consent:Consent)
  USING INDEX SEEK consent:Consent(withdrawing)
WHERE consent.withdrawing < $forever
RETURN consent.tenant AS tenant,
       consent.id AS id,
       consent.subject AS subject,
       consent.category AS category,
       consent.actor AS actor
ORDER BY consent.withdrawing, consent.id
LIMIT $limit
