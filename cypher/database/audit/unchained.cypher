// Records of a tenant that are in no chain and do not wait for this one either.
//
// access  read
// scans   all records of the tenant
// param   tenant  STRING
// param   limit   INTEGER
// column  ids     LIST<STRING>  the name of its type for an id that is no text
CYPHER 25
MATCH (record:Audit)
  USING INDEX SEEK record:Audit(tenant, at)
WHERE record.tenant = $tenant
  AND record.at IS NOT NULL
  AND record.sequence IS NULL
  AND (record.unsealed IS NULL OR record.unsealed <> $tenant)
WITH record
LIMIT $limit
RETURN collect(CASE WHEN record.id IS :: STRING THEN record.id ELSE valueType(record.id) END) AS ids
