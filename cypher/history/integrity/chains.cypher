// Where supersession leads from some memories of a tenant: all that each gives way to in the end,
// whatever tenant it says it is of, and whether it comes back to where it began.
//
// access  read
// param   tenant  STRING
// param   ids     LIST<STRING>
// param   open    ZONED DATETIME  the end of time
// column  chains  LIST<MAP>       id; successors: every memory on the way; loops: whether none of them
//                                 stands at the end of it
CYPHER 25
MATCH (memory:Memory {tenant: $tenant})
  USING INDEX SEEK memory:Memory(tenant, id)
WHERE memory.id IN $ids
WITH memory
ORDER BY memory.id
WITH memory,
     COLLECT {
       MATCH (memory) (()-[:SUPERSEDED_BY {system_to: $open}]->()){1,10000} (successor:Memory)
       RETURN DISTINCT successor
     } AS successors
RETURN collect({
         id: memory.id,
         successors: [successor IN successors | successor.id],
         loops: none(successor IN successors WHERE NOT EXISTS {
           MATCH (successor)-[:SUPERSEDED_BY {system_to: $open}]->()
         })
       }) AS chains
