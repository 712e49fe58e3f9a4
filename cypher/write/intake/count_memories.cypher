// How many memories a tenant has, with those that wait for a person.
//
// access  read
// scans   counts what it reads
// param   tenant    STRING
// column  memories  INTEGER
CYPHER 25
RETURN COUNT {
         MATCH (memory:Memory {tenant: $tenant})
           USING INDEX SEEK memory:Memory(tenant, id)
         WHERE memory.id IS NOT NULL
       }
       + COUNT {
         MATCH (waiting:Waiting {tenant: $tenant})
           USING INDEX SEEK waiting:Waiting(tenant, id)
         WHERE waiting.id IS NOT NULL
       } AS memories
