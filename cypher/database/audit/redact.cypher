// Take the reasons of records away, for good: those of some ids, and those about some subjects.
//
// The digest in the chain stays, and without the salt tells nothing. A record that waits to be
// sealed gets a mark in its place.
//
// access  write
// param   tenant    STRING
// param   ids       LIST<STRING>
// param   subjects  LIST<STRING>
// param   unsealed  STRING        the mark
// column  redacted  INTEGER
CYPHER 25
CALL () {
  UNWIND $ids AS id
  MATCH (record:Audit {id: id})
    USING INDEX SEEK record:Audit(id)
  WHERE record.tenant = $tenant
  RETURN record
  UNION
  UNWIND $subjects AS subject
  MATCH (record:Audit {tenant: $tenant, subject: subject})
    USING INDEX SEEK record:Audit(tenant, subject)
  RETURN record
}
WITH record
WHERE record.reason IS NOT NULL
REMOVE record.reason, record.salt
WITH record
SET record.reason_digest = coalesce(record.reason_digest, $unsealed)
RETURN count(record) AS redacted
