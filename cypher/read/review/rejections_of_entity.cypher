// Rejected values of one entity, in order of rejection, a page of them.
//
// access  read
// param   tenant     STRING
// param   scopes     LIST<STRING>    that are seen; null for all
// param   entities   LIST<STRING>  all of one identity
// param   after_at   ZONED DATETIME  when the last one seen was rejected
// param   after_id   STRING          its id; empty to begin
// param   limit      INTEGER
// column  rejection  MAP
CYPHER 25
MATCH (rejection:Rejection)
  USING INDEX SEEK rejection:Rejection(tenant, entity, rejected_at)
WHERE rejection.tenant = $tenant
  AND ($scopes IS NULL OR coalesce(rejection.scope, '') IN $scopes)
  AND rejection.entity IN $entities
  AND rejection.rejected_at >= $after_at
  AND [rejection.rejected_at, rejection.id] > [$after_at, $after_id]
WITH rejection
ORDER BY rejection.rejected_at, rejection.id
LIMIT $limit
RETURN properties(rejection) AS rejection
