// Take a tenant's chain for oneself, and read the records that wait to be sealed, a page of them.
//
// Only who seals waits here for another who does: records are written without the chain. What is of
// another type than writers store is read as `sealed` reads it, so that it stops no sealing.
//
// access  write
// scans   a page, in the order of the index; the last record that was sealed
// param   tenant    STRING
// param   limit     INTEGER
// param   texts     LIST<STRING>    the names of texts
// param   dawn      ZONED DATETIME  the start of time
// param   forever   ZONED DATETIME  the end of time
// column  sequence  INTEGER         that of the chain's head; null if it has none
// column  hash      STRING
// column  last      INTEGER         the greatest number of a sealed record; null if there is none
// column  records   LIST<MAP>       at, policy, texts: in the order of the names
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
     } AS greatest,
     chain.sequence IS :: INTEGER AND chain.hash IS :: STRING AS whole
RETURN CASE WHEN whole THEN chain.sequence END AS sequence,
       CASE WHEN whole THEN chain.hash END AS hash,
       greatest[0] AS last,
       COLLECT {
         MATCH (record:Audit {unsealed: $tenant})
           USING INDEX SEEK record:Audit(unsealed, at, id)
         WHERE record.at IS NOT NULL AND record.id >= '' AND record.tenant = $tenant
         WITH record
         ORDER BY record.unsealed, record.at, record.id
         LIMIT $limit
         RETURN {
           at: CASE WHEN $dawn <= record.at < $forever THEN
                 CASE WHEN record.at.nanosecond % 1000 = 0 THEN record.at END
               END,
           policy: CASE WHEN record.policy IS :: INTEGER THEN record.policy
                   ELSE valueType(record.policy) END,
           texts: [name IN $texts |
                   CASE WHEN record[name] IS :: STRING THEN record[name]
                   ELSE valueType(record[name]) END]
         }
       } AS records
