// A page of a tenant's memories in order of recording: which there are.
//
// access  read
// scans   a page, in the order of the index
// param   tenant    STRING
// param   after_at  ZONED DATETIME  when the last one seen was; the start of time to begin
// param   after_id  STRING          the id of the last one seen; empty to begin
// param   until     ZONED DATETIME  the last moment wanted
// param   limit     INTEGER
// column  id        STRING
// column  named     STRING          what a file called it
// column  at        ZONED DATETIME
CYPHER 25
MATCH (it:Memory)
  USING INDEX SEEK it:Memory(tenant, recorded_at, id)
WHERE it.tenant = $tenant
  AND it.recorded_at >= $after_at
  AND it.recorded_at <= $until
  AND it.id IS NOT NULL
  AND (it.recorded_at > $after_at OR it.id > $after_id)
WITH it
ORDER BY it.tenant, it.recorded_at, it.id
LIMIT $limit
RETURN it.id AS id,
       it.key AS named,
       it.recorded_at AS at
