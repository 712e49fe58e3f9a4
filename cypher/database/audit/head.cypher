// How far the chain of a tenant's audit is, and whether records wait to be sealed.
//
// access  read
// scans   whether anything waits: the first entry of the index says so
// param   tenant    STRING
// param   dawn      ZONED DATETIME  the start of time
// param   forever   ZONED DATETIME  the end of time
// column  sequence  INTEGER         null if nothing was ever sealed, or it is no number
// column  hash      STRING
// column  at        ZONED DATETIME  when the last record was sealed
// column  waits     BOOLEAN
CYPHER 25
OPTIONAL MATCH (chain:AuditChain {tenant: $tenant})
  USING INDEX SEEK chain:AuditChain(tenant)
RETURN CASE WHEN chain.sequence IS :: INTEGER THEN chain.sequence END AS sequence,
       CASE WHEN chain.hash IS :: STRING THEN chain.hash END AS hash,
       CASE WHEN $dawn <= chain.at < $forever THEN chain.at END AS at,
       EXISTS {
         MATCH (record:Audit {unsealed: $tenant})
           USING INDEX SEEK record:Audit(unsealed, at, id)
         WHERE record.at IS NOT NULL AND record.id >= '' AND record.tenant = $tenant
       } AS waits
