// A page of the records of consents in a tenant, in order of recording.
//
// access  read
// scans   a page, in the order of the index
// param   tenant    STRING
// param   after_at  ZONED DATETIME  when the last one seen was recorded
// param   after_id  STRING          its id; empty to begin
// param   until     ZONED DATETIME  the last moment wanted
// param   limit     INTEGER
// column  id        STRING
// column  key       STRING          what it is called in files
// column  at        ZONED DATETIME
// column  consent   MAP
// column  subject   STRING          what its subject is called in files
CYPHER 25
MATCH (it:Consent)
  USING INDEX SEEK it:Consent(tenant, system_from, id)
WHERE it.tenant = $tenant
  AND it.system_from >= $after_at
  AND it.system_from <= $until
  AND it.id IS NOT NULL
  AND (it.system_from > $after_at OR it.id > $after_id)
WITH it
ORDER BY it.tenant, it.system_from, it.id
LIMIT $limit
MATCH (entity:Entity {id: it.subject, tenant: $tenant})
  USING INDEX SEEK entity:Entity(id)
RETURN it.id AS id,
       coalesce(it.export_key, it.id) AS key,
       it.system_from AS at,
       properties(it) AS consent,
       coalesce(entity.export_key, entity.id) AS subject
ORDER BY at, id
