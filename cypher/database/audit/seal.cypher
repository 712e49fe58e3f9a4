// Give records their places in the chain, and take its head to the last one. The chain is locked.
//
// A reason that was redacted meanwhile leaves no salt behind.
//
// access  write
// scans   a tenant's one chain
// param   tenant    STRING
// param   sealed    LIST<MAP>       id, sequence, hash, salt, reason_digest
// param   sequence  INTEGER         of the last one
// param   hash      STRING
// param   now       ZONED DATETIME
// column  records   INTEGER         how many were there
CYPHER 25
UNWIND $sealed AS row
MATCH (record:Audit {id: row.id})
  USING INDEX SEEK record:Audit(id)
WHERE record.tenant = $tenant
REMOVE record.unsealed
WITH row, record
SET record.sequence = row.sequence,
    record.hash = row.hash,
    record.salt = CASE WHEN record.reason IS NULL THEN null ELSE row.salt END,
    record.reason_digest = row.reason_digest
WITH count(record) AS records
MATCH (chain:AuditChain {tenant: $tenant})
  USING INDEX SEEK chain:AuditChain(tenant)
SET chain.sequence = $sequence, chain.hash = $hash, chain.at = $now
RETURN records
