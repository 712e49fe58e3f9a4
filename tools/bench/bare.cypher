// Edges and nothing else, between nodes that are there: what a bulk load is measured against.
//
// access  write
// param   tenant   STRING
// param   rows     LIST<MAP>  entity, key, properties
// column  written  INTEGER
CYPHER 25 replan=skip
UNWIND $rows AS row
MATCH (entity:Entity {id: row.entity, tenant: $tenant})
MATCH (value:Value {tenant: $tenant, key: row.key})
CREATE (entity)-[belief:BELIEF]->(value)
SET belief = row.properties
RETURN count(belief) AS written
