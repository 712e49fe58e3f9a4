// What changed in what a tenant believes, in the order of the audit's chain, after a place in it.
//
// access  read
// scans   a page, in the order of the index
// param   tenant   STRING
// param   after    INTEGER    the number of the last record that was read
// param   limit    INTEGER    records at most
// column  last     INTEGER    the number of the last record read now; null if there is none
// column  changes  LIST<MAP>  sequence, joins, inserted, retired: ids of beliefs, of the records that
//                             have any, and of those by which entities are merged or split
CYPHER 25
MATCH (record:Audit)
  USING INDEX SEEK record:Audit(tenant, sequence)
WHERE record.tenant = $tenant AND record.sequence > $after
WITH record
ORDER BY record.tenant, record.sequence
LIMIT $limit
RETURN max(record.sequence) AS last,
       collect(CASE WHEN record.inserted IS NOT NULL OR record.retired IS NOT NULL
                      OR record.action IN ['merge', 'split'] THEN {
         sequence: record.sequence,
         joins: record.action IN ['merge', 'split'],
         inserted: coalesce(record.inserted, []),
         retired: coalesce(record.retired, [])
       } END) AS changes
