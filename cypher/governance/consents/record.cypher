// Retire records of consents and add others, with a line in the audit.
//
// access  write
// param   tenant   STRING
// param   retired  LIST<STRING>    ids
// param   added    LIST<MAP>       properties
// param   now      ZONED DATETIME
// param   audit    MAP             properties of its record
// column  done     INTEGER         always 1
CYPHER 25
CALL () {
  UNWIND $retired AS id
  MATCH (consent:Consent {tenant: $tenant, id: id})
    USING INDEX SEEK consent:Consent(tenant, id)
  SET consent.system_to = $now
}
CALL () { UNWIND $added AS row CREATE (it:Consent) SET it = row, it.tenant = $tenant }
CREATE (audit:Audit)
SET audit = $audit, audit.tenant = $tenant, audit.unsealed = $tenant
RETURN 1 AS done
