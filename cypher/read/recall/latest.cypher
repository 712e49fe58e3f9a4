// The recalls of a tenant, a page of them, the latest first.
//
// access  read
// scans   a page, in the order of the index
// param   tenant      STRING
// param   scopes      LIST<STRING>    that are seen; null for all
// param   since       ZONED DATETIME
// param   before      ZONED DATETIME  the time of the last one seen, or of now
// param   before_id   STRING          its id; a text after all ids to begin
// param   limit       INTEGER
// column  recall      MAP
CYPHER 25
MATCH (recall:Recall)
  USING INDEX SEEK recall:Recall(tenant, at, id)
WHERE recall.tenant = $tenant
  AND ($scopes IS NULL OR coalesce(recall.scope, '') IN $scopes)
  AND recall.at >= $since
  AND recall.at <= $before
  AND recall.id IS NOT NULL
  AND (recall.at < $before OR recall.id < $before_id)
RETURN properties(recall) AS recall
ORDER BY recall.at DESC, recall.id DESC
LIMIT $limit
