// How many components the vectors of an index have, where there is such an index.
//
// access  read
// tenant  all        indexes are everybody's
// param   name       STRING
// column  dimension  INTEGER
CYPHER 25
SHOW VECTOR INDEXES
YIELD name, options
WHERE name = $name
RETURN options['indexConfig']['vector.dimensions'] AS dimension
