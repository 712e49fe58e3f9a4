// How far the chain of a tenant's audit is, and whether records wait to be sealed.
//
// access  read
// scans   whether anything waits: the first entry of the index says so
// param   tenant    STRING
// column  sequence  INTEGER         null if nothing was ever sealed
// column  hash      STRING
// column  at        ZONED DATETIME  when the last record was sealed
// column  waits     BOOLEAN
CYPHER 25
OPTIONAL MATCH (chain:AuditChain {tenant: $tenant})
  USING INDEX SEEK chain:AuditChain(tenant)
RETURN chain.sequence AS sequence,
       chain.hash AS hash,
       chain.at AS at,
       EXISTS {
         MATCH (record:Audit {unsealed: $tenant})
           USING INDEX SEEK record:Audit(unsealed, at, id)
         WHERE record.at IS NOT NULL AND record.id IS NOT NULL AND record.tenant = $tenant
       } AS waits
