// Take a tenant's chain for oneself, and read the records that wait to be sealed, a page of them.
//
// Only who seals waits here for another who does: records are written without the chain.
//
// access  write
// scans   a page, in the order of the index; the last record that was sealed
// param   tenant    STRING
// param   limit     INTEGER
// column  sequence  INTEGER    that of the chain's head; null if it has none
// column  hash      STRING
// column  last      INTEGER    the greatest number of a sealed record; null if there is none
// column  records   LIST<MAP>  id, at, actor, action, subject, gate, policy, reason, reason_digest
CYPHER 25
MERGE (chain:AuditChain {tenant: $tenant})
REMOVE chain.checksum
WITH chain,
     COLLECT {
       MATCH (sealed:Audit {tenant: $tenant})
         USING INDEX SEEK sealed:Audit(tenant, sequence)
       WHERE sealed.sequence >= 0
       WITH sealed
       ORDER BY sealed.tenant DESC, sealed.sequence DESC
       LIMIT 1
       RETURN sealed.sequence
     } AS greatest
RETURN chain.sequence AS sequence,
       chain.hash AS hash,
       greatest[0] AS last,
       COLLECT {
         MATCH (record:Audit {unsealed: $tenant})
           USING INDEX SEEK record:Audit(unsealed, at, id)
         WHERE record.at IS NOT NULL AND record.id IS NOT NULL AND record.tenant = $tenant
         WITH record
         ORDER BY record.unsealed, record.at, record.id
         LIMIT $limit
         RETURN record {.id, .at, .actor, .action, .subject, .gate, .policy, .reason, .reason_digest}
       } AS records
