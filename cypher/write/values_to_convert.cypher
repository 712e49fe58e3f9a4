// The memories under some parent slots whose values are literals where the attribute is a relation,
// or the other way round: claims that stand there, and those that wait.
//
// access  read
// param   tenant     STRING
// param   parents    LIST<STRING>
// param   relation   BOOLEAN         whether the values are to be entities
// param   forever    ZONED DATETIME  the end of time
// column  id         STRING
// column  parent     STRING
// column  canonical  STRING
// column  value      STRING          the literal as said
// column  name       STRING          of the entity; null for a literal
// column  scope      STRING
CYPHER 25
UNWIND $parents AS parent
CALL (parent) {
  MATCH (part:Slot {parent: parent, tenant: $tenant})
    USING INDEX SEEK part:Slot(parent)
  MATCH (memory:Memory {slot: part.key, retired_at: $forever, tenant: $tenant})
    USING INDEX SEEK memory:Memory(slot, retired_at, start)
  WHERE memory.start < $forever
  RETURN memory
  UNION ALL
  MATCH (memory:Memory)
    USING INDEX SEEK memory:Memory(parent_held)
  WHERE memory.parent_held = parent AND memory.tenant = $tenant AND memory.slot IS NULL
    AND memory.retired_at = $forever
  RETURN memory
}
WITH parent, memory
WHERE memory.canonical IS NOT NULL AND (memory.target IS NOT NULL) <> $relation
RETURN memory.id AS id,
       parent,
       memory.canonical AS canonical,
       memory.value AS value,
       CASE WHEN memory.target IS NOT NULL THEN COLLECT {
         MATCH (entity:Entity {tenant: $tenant, id: memory.canonical})
           USING INDEX SEEK entity:Entity(id)
         RETURN entity.name
       }[0] END AS name,
       coalesce(memory.scope, '') AS scope
ORDER BY memory.placed_at, id
