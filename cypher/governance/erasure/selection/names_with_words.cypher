// The names of others in which one of some words is.
//
// access  read
// scans   the tenant's names
// param   tenant    STRING
// param   entities  LIST<STRING>  whose names are not meant
// param   words     LIST<STRING>  in canonical form
// column  names     LIST<STRING>
CYPHER 25
MATCH (name:Name)
  USING INDEX SEEK name:Name(tenant, key)
WHERE name.tenant = $tenant AND name.key IS NOT NULL
  AND any(word IN $words WHERE name.key CONTAINS word)
  AND NOT EXISTS {
    MATCH (name)-[:NAMES {tenant: $tenant}]->(entity:Entity)
    WHERE entity.id IN $entities
  }
  AND EXISTS { MATCH (name)-[:NAMES {tenant: $tenant}]->(:Entity) }
RETURN collect(coalesce(name.text, name.key)) AS names
