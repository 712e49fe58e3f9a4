// The memories that wait in some slots, or are too unsure to be claims.
//
// access  read
// param   tenant   STRING
// param   parents  LIST<STRING>
// column  memory   MAP           id, parent, canonical
CYPHER 25
MATCH (memory:Memory)
WHERE memory.parent_held IN $parents AND memory.tenant = $tenant AND memory.slot IS NULL
RETURN memory {.id, parent: memory.parent_held, .canonical} AS memory
