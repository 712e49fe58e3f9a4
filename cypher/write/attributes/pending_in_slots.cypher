// The memories that wait in some slots, or are too unsure to be claims; not those taken back.
//
// access  read
// param   tenant   STRING
// param   parents  LIST<STRING>
// param   forever  ZONED DATETIME  the end of time
// column  memory   MAP           id, parent, canonical, value, typed, target
CYPHER 25
MATCH (memory:Memory)
  USING INDEX SEEK memory:Memory(parent_held)
WHERE memory.parent_held IN $parents AND memory.tenant = $tenant
  AND memory.slot IS NULL
  AND memory.retired_at = $forever
RETURN memory {.id, parent: memory.parent_held, .canonical, .value, .typed, .target} AS memory
