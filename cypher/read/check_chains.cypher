// Where supersession leads from some memories: all that each gives way to in the end, and whether
// it comes back to where it began.
//
// access  read
// tenant  all   what crosses a tenant is what is looked for
// param   ids    LIST<STRING>
// param   open   ZONED DATETIME  the end of time
// column  id     STRING
// column  heirs  LIST<STRING>    every memory on the way
// column  loops  BOOLEAN         whether no memory on the way stands at the end of it
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
RETURN memory.id AS id,
       [heir IN heirs | heir.id] AS heirs,
       none(heir IN heirs WHERE NOT EXISTS {
         MATCH (heir)-[:SUPERSEDED_BY {system_to: $open}]->()
       }) AS loops
