// How far a file has come, and whether the tenant holds anything at all.
//
// access  read
// param   tenant   STRING
// param   key      STRING          the file's digest
// param   dawn     ZONED DATETIME  the start of time
// column  load     MAP             null if none of it has been loaded
// column  empty    BOOLEAN
CYPHER 25 replan=skip
OPTIONAL MATCH (load:Load {tenant: $tenant, key: $key})
RETURN properties(load) AS load,
       NOT EXISTS { MATCH (one:Entity {tenant: $tenant}) WHERE one.name >= '' }
         AND NOT EXISTS { MATCH (one:Memory {tenant: $tenant}) WHERE one.id >= '' }
         AND NOT EXISTS { MATCH (one:Attribute {tenant: $tenant}) WHERE one.name >= '' }
         AND NOT EXISTS { MATCH (one:Audit {tenant: $tenant}) WHERE one.at >= $dawn } AS empty
