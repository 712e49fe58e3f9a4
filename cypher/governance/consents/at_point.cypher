// The records of some subjects' consents that hold at a point of both axes.
//
// access  read
// param   tenant     STRING
// param   subjects   LIST<STRING>
// param   valid_at   ZONED DATETIME
// param   system_at  ZONED DATETIME
// column  consent    MAP
CYPHER 25
MATCH (consent:Consent)
  USING INDEX SEEK consent:Consent(tenant, subject)
WHERE consent.tenant = $tenant
  AND consent.subject IN $subjects
  AND consent.system_from <= $system_at < consent.system_to
  AND consent.valid_from <= $valid_at < consent.valid_to
RETURN properties(consent) AS consent
ORDER BY consent.category, consent.valid_from, consent.id
