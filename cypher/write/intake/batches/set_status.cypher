// How a batch stands now.
//
// access  write
// param   tenant     STRING
// param   id         STRING
// param   status     STRING   SENDING, OPEN, DONE or LOST
// param   server_id  STRING   null leaves it as it is
// column  id         STRING
CYPHER 25
MATCH (batch:Batch {tenant: $tenant, id: $id})
  USING INDEX SEEK batch:Batch(tenant, id)
SET batch.status = $status,
    batch.server_id = coalesce($server_id, batch.server_id)
RETURN batch.id AS id
