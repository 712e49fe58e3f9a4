// A tenant's batches of some statuses, oldest first.
//
// access  read
// scans   a tenant has few batches
// param   tenant     STRING
// param   statuses   LIST<STRING>
// column  id         STRING
// column  server_id  STRING          null before the server gave one
// column  extractor  STRING
// column  status     STRING
// column  at         ZONED DATETIME
// column  tokens     INTEGER         what it is thought to consume
CYPHER 25
MATCH (batch:Batch)
  USING INDEX SEEK batch:Batch(tenant, id)
WHERE batch.tenant = $tenant AND batch.id >= '' AND batch.status IN $statuses
RETURN batch.id AS id,
       batch.server_id AS server_id,
       batch.extractor AS extractor,
       batch.status AS status,
       batch.at AS at,
       batch.tokens AS tokens
ORDER BY at, id
