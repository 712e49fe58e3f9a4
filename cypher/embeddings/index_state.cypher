// How many components the vectors of an index have and whether it keeps them whole, where there is such
// an index. Servers of before there were several ways to compress say only whether they do.
//
// access  read
// tenant  all        indexes are everybody's
// param   name       STRING
// column  dimension  INTEGER
// column  whole      BOOLEAN
CYPHER 25
SHOW VECTOR INDEXES
YIELD name, options
WHERE name = $name
WITH options['indexConfig'] AS config
RETURN config['vector.dimensions'] AS dimension,
       coalesce(config['vector.quantization.type'] = 'NONE',
                config['vector.quantization.enabled'] = false,
                false) AS whole
