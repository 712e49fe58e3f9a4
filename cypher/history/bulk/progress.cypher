// How far a file has come, and whether the tenant holds anything at all.
//
// access  read
// scans   whether there is anything: the first entry of each index says so
// param   tenant   STRING
// param   key      STRING          the file's digest
// param   dawn     ZONED DATETIME  the start of time
// column  load     MAP             null if none of it has been loaded
// column  empty    BOOLEAN
CYPHER 25 replan=skip
OPTIONAL MATCH (load:Load {tenant: $tenant, key: $key})
  USING INDEX SEEK load:Load(tenant, key)
RETURN properties(load) AS load,
       NOT EXISTS {
         MATCH (one:Entity {tenant: $tenant})
           USING INDEX SEEK one:Entity(tenant, name)
         WHERE one.name >= ''
       } AND NOT EXISTS {
         MATCH (one:Memory {tenant: $tenant})
           USING INDEX SEEK one:Memory(tenant, id)
         WHERE one.id >= ''
       } AND NOT EXISTS {
         MATCH (one:Attribute {tenant: $tenant})
           USING INDEX SEEK one:Attribute(tenant, name)
         WHERE one.name >= ''
       } AND NOT EXISTS {
         MATCH (one:Audit {tenant: $tenant})
           USING INDEX SEEK one:Audit(tenant, at)
         WHERE one.at >= $dawn
       } AS empty
