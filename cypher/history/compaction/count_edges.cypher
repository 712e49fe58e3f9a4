// How many edges there are of each type, and how many properties they have.
//
// access  read
// tenant  all   a store is copied whole
// scans   everything, for all of it is counted
// column  type        STRING
// column  number      INTEGER
// column  properties  INTEGER
CYPHER 25
MATCH ()-[edge]->()
RETURN type(edge) AS type, count(*) AS number, sum(size(keys(edge))) AS properties
ORDER BY type
