// A page of a tenant's entities in the order in which they were made: which there are.
//
// access  read
// scans   a page, in the order of the index
// param   tenant    STRING
// param   after_at  ZONED DATETIME  when the last one seen was; the start of time to begin
// param   after_id  STRING          the id of the last one seen; empty to begin
// param   until     ZONED DATETIME  the last moment wanted
// param   limit     INTEGER
// column  id        STRING
// column  key       STRING          what it is called in files
// column  at        ZONED DATETIME
CYPHER 25
MATCH (it:Entity)
  USING INDEX SEEK it:Entity(tenant, created_at, id)
WHERE it.tenant = $tenant
  AND it.created_at >= $after_at
  AND it.created_at <= $until
  AND it.id IS NOT NULL
  AND (it.created_at > $after_at OR it.id > $after_id)
WITH it
ORDER BY it.tenant, it.created_at, it.id
LIMIT $limit
RETURN it.id AS id,
       coalesce(it.export_key, it.id) AS key,
       it.created_at AS at
