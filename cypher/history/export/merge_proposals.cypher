// A page of the proposals to merge entities of a tenant, decided or not, in the order proposed.
//
// access  read
// scans   a page, in the order of the index
// param   tenant    STRING
// param   after_at  ZONED DATETIME  when the last one seen was proposed
// param   after_id  STRING          its id; empty to begin
// param   until     ZONED DATETIME  the last moment wanted
// param   limit     INTEGER
// column  id        STRING
// column  key       STRING          what it is called in files
// column  at        ZONED DATETIME
// column  proposal  MAP
// column  one       STRING          what that is called in files
// column  other     STRING          what that is called in files
CYPHER 25
MATCH (it:MergeProposal)
  USING INDEX SEEK it:MergeProposal(tenant, proposed_at, id)
WHERE it.tenant = $tenant
  AND it.proposed_at >= $after_at
  AND it.proposed_at <= $until
  AND it.id IS NOT NULL
  AND (it.proposed_at > $after_at OR it.id > $after_id)
WITH it
ORDER BY it.tenant, it.proposed_at, it.id
LIMIT $limit
MATCH (one:Entity {id: it.one, tenant: $tenant})
  USING INDEX SEEK one:Entity(id)
MATCH (other:Entity {id: it.other, tenant: $tenant})
  USING INDEX SEEK other:Entity(id)
RETURN it.id AS id,
       coalesce(it.export_key, it.id) AS key,
       it.proposed_at AS at,
       properties(it) AS proposal,
       coalesce(one.export_key, one.id) AS one,
       coalesce(other.export_key, other.id) AS other
ORDER BY at, id
