// How many components the vectors of an index have and whether it keeps them whole, where there is such
// an index. Servers of before there were several ways to compress say only whether they do, and servers
// before 2026.05 take nothing but RETURN after what is shown.
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
RETURN options['indexConfig']['vector.dimensions'] AS dimension,
       coalesce(options['indexConfig']['vector.quantization.type'] = 'NONE',
                options['indexConfig']['vector.quantization.enabled'] = false,
                false) AS whole
