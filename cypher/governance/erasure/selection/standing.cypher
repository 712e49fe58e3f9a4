// Which of some memories are not taken back, a page of them in order of their ids.
//
// access  read
// param   tenant   STRING
// param   ids      LIST<STRING>
// param   after    STRING          the last id seen; empty to begin
// param   limit    INTEGER
// param   forever  ZONED DATETIME  the end of time
// column  id         STRING
// column  slot       STRING  null while it waits to become a claim
// column  parent     STRING
// column  slot_held  STRING
CYPHER 25
UNWIND $ids AS id
WITH id
WHERE id > $after
MATCH (claim:Memory {tenant: $tenant, id: id})
  USING INDEX SEEK claim:Memory(tenant, id)
WHERE claim.retired_at = $forever
  AND (claim.slot IS NOT NULL OR claim.slot_held IS NOT NULL)
WITH claim
ORDER BY claim.id
LIMIT $limit
RETURN claim.id AS id,
       claim.slot AS slot,
       claim.parent AS parent,
       claim.slot_held AS slot_held
