// Some entities with every name that leads to them.
//
// access  read
// param   tenant  STRING
// param   ids     LIST<STRING>
// column  id      STRING
// column  entity  MAP
// column  names   LIST<STRING>  as written
CYPHER 25
UNWIND $ids AS id
MATCH (it:Entity {id: id, tenant: $tenant})
  USING INDEX SEEK it:Entity(id)
RETURN it.id AS id,
       properties(it) AS entity,
       COLLECT {
         MATCH (name:Name)-[:NAMES {tenant: $tenant}]->(it)
         RETURN name.text
         ORDER BY name.key
       } AS names
