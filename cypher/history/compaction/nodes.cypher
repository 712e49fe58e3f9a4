// Every node of the store.
//
// access  read
// tenant  all   a store is copied whole
// scans   everything, for all of it is copied
// column  element     STRING        where the server keeps it
// column  labels      LIST<STRING>
// column  properties  MAP
CYPHER 25
MATCH (node)
RETURN elementId(node) AS element, labels(node) AS labels, properties(node) AS properties
