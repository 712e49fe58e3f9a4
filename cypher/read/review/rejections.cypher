// Rejected values of a tenant, in order of rejection, a page of them.
//
// access  read
// scans   a page, in the order of the index
// param   tenant     STRING
// param   scopes     LIST<STRING>    that are seen; null for all
// param   after_at   ZONED DATETIME  when the last one seen was rejected
// param   after_id   STRING          its id; empty to begin
// param   limit      INTEGER
// column  rejection  MAP
CYPHER 25
MATCH (rejection:Rejection)
  USING INDEX SEEK rejection:Rejection(tenant, rejected_at)
WHERE rejection.tenant = $tenant
  AND ($scopes IS NULL OR coalesce(rejection.scope, '') IN $scopes)
  AND rejection.rejected_at >= $after_at
  AND [rejection.rejected_at, rejection.id] > [$after_at, $after_id]
WITH rejection
ORDER BY rejection.tenant, rejection.rejected_at, rejection.id
LIMIT $limit
RETURN properties(rejection) AS rejection
