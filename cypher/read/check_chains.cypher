// Where supersession leads from some memories: all that each gives way to in the end, and whether
// it comes back to where it began.
//
// access  read
// tenant  all   what crosses a tenant is what is looked for
// param   ids    LIST<STRING>
// param   open   ZONED DATETIME  the end of time
// column  chains  LIST<MAP>       id; heirs: every memory on the way; loops: whether none of them
//                                 stands at the end of it
CYPHER 25
MATCH (memory:Memory)
WHERE memory.id IN $ids
WITH memory
ORDER BY memory.id
WITH memory,
     COLLECT {
       MATCH (memory) (()-[:SUPERSEDED_BY {system_to: $open}]->()){1,10000} (heir:Memory)
       RETURN DISTINCT heir
     } AS heirs
RETURN collect({
         id: memory.id,
         heirs: [heir IN heirs | heir.id],
         loops: none(heir IN heirs WHERE NOT EXISTS {
           MATCH (heir)-[:SUPERSEDED_BY {system_to: $open}]->()
         })
       }) AS chains
