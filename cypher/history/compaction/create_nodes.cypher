// Create nodes as they are in another store.
//
// access  write
// tenant  all   a store is copied whole
// param   nodes  LIST<MAP>           element (where the other server keeps it), labels, properties
// column  pairs  LIST<LIST<STRING>>  where the other server keeps it, and where this one does
CYPHER 25
UNWIND $nodes AS node
CREATE (copy:$(node.labels))
SET copy = node.properties
RETURN collect([node.element, elementId(copy)]) AS pairs
