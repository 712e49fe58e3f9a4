// A page of a tenant's episodes in order of recording.
//
// access  read
// scans   a page, in the order of the index
// param   tenant    STRING
// param   scopes    LIST<STRING>    that are seen; null for all
// param   after_at  ZONED DATETIME  when the last one seen was recorded; the start of time to begin
// param   after_id  STRING          its id; empty to begin
// param   limit     INTEGER
// column  episode   MAP
CYPHER 25
MATCH (it:Episode)
  USING INDEX SEEK it:Episode(tenant, recorded_at, id)
WHERE it.tenant = $tenant
  AND ($scopes IS NULL OR coalesce(it.scope, '') IN $scopes)
  AND it.recorded_at >= $after_at
  AND it.id IS NOT NULL
  AND (it.recorded_at > $after_at OR it.id > $after_id)
WITH it
ORDER BY it.tenant, it.recorded_at, it.id
LIMIT $limit
RETURN properties(it) AS episode
