// The records of some subjects' consents that are known now.
//
// access  read
// param   tenant    STRING
// param   subjects  LIST<STRING>
// param   forever   ZONED DATETIME  the end of time
// column  consent   MAP
CYPHER 25
MATCH (consent:Consent)
  USING INDEX SEEK consent:Consent(tenant, subject)
WHERE consent.tenant = $tenant
  AND consent.subject IN $subjects
  AND consent.system_to = $forever
RETURN properties(consent) AS consent
ORDER BY consent.valid_from, consent.id
