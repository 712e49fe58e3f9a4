// Records of a tenant that are in no chain and do not wait for one either, out of a page of them.
//
// access  read
// scans   a page, in the order of the index
// param   tenant    STRING
// param   after_at  ZONED DATETIME  when the last record seen was made
// param   after_id  STRING          its id; empty to begin
// param   limit     INTEGER
// column  last      MAP             at, id of the page's last record; null behind the end
// column  ids       LIST<STRING>
CYPHER 25
MATCH (record:Audit)
  USING INDEX SEEK record:Audit(tenant, at)
WHERE record.tenant = $tenant
  AND record.at >= $after_at
  AND [record.at, record.id] > [$after_at, $after_id]
WITH record
ORDER BY record.tenant, record.at, record.id
LIMIT $limit
WITH collect(record) AS page
WITH page, page[-1] AS final
RETURN final {.at, .id} AS last,
       [one IN page WHERE one.sequence IS NULL AND one.unsealed IS NULL | one.id] AS ids
