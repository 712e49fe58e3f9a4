// How many nodes there are of each combination of labels, and how many properties they have.
//
// access  read
// tenant  all   a store is copied whole
// scans   everything, for all of it is counted
// column  labels      LIST<STRING>
// column  number      INTEGER
// column  properties  INTEGER
CYPHER 25
MATCH (node)
WITH COLLECT { UNWIND labels(node) AS label RETURN label ORDER BY label } AS labels,
     size(keys(node)) AS properties
RETURN labels, count(*) AS number, sum(properties) AS properties
ORDER BY labels
