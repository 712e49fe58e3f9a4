// Every edge of the store.
//
// access  read
// tenant  all   a store is copied whole
// scans   everything, for all of it is copied
// column  source      STRING  where the server keeps the node that it leaves
// column  target      STRING  where the server keeps the node that it leads to
// column  type        STRING
// column  properties  MAP
CYPHER 25
MATCH (source)-[edge]->(target)
RETURN elementId(source) AS source, elementId(target) AS target, type(edge) AS type,
       properties(edge) AS properties
