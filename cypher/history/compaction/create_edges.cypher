// Create edges between nodes that are there.
//
// access  write
// tenant  all   a store is copied whole
// param   edges    LIST<MAP>  source and target (where this server keeps the nodes), type, properties
// column  created  INTEGER
CYPHER 25
UNWIND $edges AS edge
MATCH (source)
WHERE elementId(source) = edge.source
CALL (edge, source) {
  MATCH (target)
  WHERE elementId(target) = edge.target
  CREATE (source)-[copy:$(edge.type)]->(target)
  SET copy = edge.properties
  RETURN 1 AS created
}
RETURN sum(created) AS created
