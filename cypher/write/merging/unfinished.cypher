// The entities whose merge or split has moved a part of their claims only.
//
// access  read
// scans   all entities of a tenant, once for an export, which reads them all anyway
// param   tenant    STRING
// column  absorbed  STRING
CYPHER 25
MATCH (entity:Entity)
  USING INDEX SEEK entity:Entity(tenant, name)
WHERE entity.tenant = $tenant AND entity.name >= '' AND entity.unfinished IS NOT NULL
RETURN DISTINCT entity.unfinished[0] AS absorbed
ORDER BY absorbed
