// Sealed records of a tenant in the order of the chain, a page of them.
//
// What is of another type than writers store is replaced by the name of its type, which has another
// hash; so is a time that has parts of a microsecond, or is outside the years that there are, by null.
//
// access  read
// scans   a page, in the order of the index
// param   tenant   STRING
// param   after    INTEGER         the last number seen
// param   until    INTEGER         the last number wanted
// param   limit    INTEGER
// param   texts    LIST<STRING>    the names of texts
// param   dawn     ZONED DATETIME  the start of time
// param   forever  ZONED DATETIME  the end of time
// column  records  LIST<MAP>       sequence, at, policy, texts: in the order of the names
CYPHER 25
MATCH (record:Audit)
  USING INDEX SEEK record:Audit(tenant, sequence)
WHERE record.tenant = $tenant AND $after < record.sequence <= $until
WITH record
ORDER BY record.tenant, record.sequence
LIMIT $limit
RETURN collect({
  sequence: record.sequence,
  at: CASE WHEN $dawn <= record.at < $forever THEN
        CASE WHEN record.at.nanosecond % 1000 = 0 THEN record.at END
      END,
  policy: CASE WHEN record.policy IS :: INTEGER THEN record.policy ELSE valueType(record.policy) END,
  texts: [name IN $texts |
          CASE WHEN record[name] IS :: STRING THEN record[name] ELSE valueType(record[name]) END]
}) AS records
