// Audit records of one subject, oldest first, a page of them.
//
// access  read
// param   tenant    STRING
// param   scopes    LIST<STRING>    that are seen; null for all
// param   subject   STRING
// param   action    STRING          null for every action
// param   after_at  ZONED DATETIME  when to begin, or the last one seen was made
// param   after_id  STRING          its id; empty to begin
// param   limit     INTEGER
// column  record    MAP
CYPHER 25
MATCH (record:Audit)
  USING INDEX SEEK record:Audit(tenant, subject)
WHERE record.tenant = $tenant
  AND ($scopes IS NULL OR coalesce(record.scope, '') IN $scopes)
  AND record.subject = $subject
  AND record.at >= $after_at
  AND [record.at, record.id] > [$after_at, $after_id]
  AND ($action IS NULL OR record.action = $action)
WITH record
ORDER BY record.at, record.id
LIMIT $limit
RETURN properties(record) AS record
