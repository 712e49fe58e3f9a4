// What entities are called, in every spelling that is known.
//
// access  read
// param   tenant    STRING
// param   entities  LIST<STRING>
// column  id        STRING
// column  names     LIST<STRING>
CYPHER 25
MATCH (entity:Entity)
  USING INDEX SEEK entity:Entity(id)
WHERE entity.id IN $entities AND entity.tenant = $tenant
RETURN entity.id AS id,
       [entity.name] + COLLECT {
         MATCH (entity)<-[:NAMES {tenant: $tenant}]-(name:Name)
         RETURN coalesce(name.text, name.key)
       } AS names
