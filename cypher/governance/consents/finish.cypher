// Note what was taken back by a withdrawal, of which nothing is left to be done.
//
// access  write
// param   tenant  STRING
// param   ids     LIST<STRING>  of the records
// param   fell    LIST<STRING>  memories
// column  done    INTEGER
CYPHER 25
UNWIND $ids AS id
MATCH (consent:Consent {tenant: $tenant, id: id})
  USING INDEX SEEK consent:Consent(tenant, id)
SET consent.fell = [one IN coalesce(consent.fell, []) WHERE NOT one IN $fell] + $fell
REMOVE consent.withdrawing
RETURN count(consent) AS done
