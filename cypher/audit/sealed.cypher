// Sealed records of a tenant in the order of the chain, a page of them.
//
// access  read
// scans   a page, in the order of the index
// param   tenant   STRING
// param   after    INTEGER    the last number seen
// param   until    INTEGER    the last number wanted
// param   limit    INTEGER
// column  records  LIST<MAP>  properties
CYPHER 25
MATCH (record:Audit)
  USING INDEX SEEK record:Audit(tenant, sequence)
WHERE record.tenant = $tenant AND $after < record.sequence <= $until
WITH record
ORDER BY record.tenant, record.sequence
LIMIT $limit
RETURN collect(properties(record)) AS records
