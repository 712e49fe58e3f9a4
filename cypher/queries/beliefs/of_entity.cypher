// Beliefs about one entity that meet a region of the plane, a page of them.
//
// access  read
// param   tenant        STRING
// param   entity        STRING
// param   context       STRING          canonical; null for every context
// param   values        LIST<STRING>    canonical forms; null for every value
// param   valid_first   ZONED DATETIME  the region of the plane, both ends included
// param   valid_last    ZONED DATETIME
// param   system_first  ZONED DATETIME
// param   system_last   ZONED DATETIME
// param   after         LIST<ANY>       the last key seen; empty to begin
// param   limit         INTEGER
// column  belief     MAP
// column  contested  BOOLEAN
CYPHER 25
MATCH (entity:Entity {id: $entity})-[found:ATTRIBUTE|RELATION]->()
  USING INDEX SEEK entity:Entity(id)
WHERE found.valid_to > $valid_first
  AND found.valid_from <= $valid_last
  AND found.system_to > $system_first
  AND found.system_from <= $system_last
  AND entity.tenant = $tenant
  AND found.tenant = $tenant
  AND ($context IS NULL OR found.context_key = $context)
  AND ($values IS NULL OR found.canonical IN $values)
  AND [found.attribute, coalesce(found.context, ''), found.valid_from,
       found.system_from, found.id] > $after
WITH found
ORDER BY found.attribute, coalesce(found.context, ''), found.valid_from,
         found.system_from, found.id
LIMIT $limit
RETURN properties(found) AS belief,
       EXISTS {
         MATCH (contradiction:Contradiction {open_parent: found.parent})
           USING INDEX SEEK contradiction:Contradiction(open_parent)
         WHERE contradiction.tenant = $tenant
           AND contradiction.slot IN [found.slot, found.parent]
           AND contradiction.detected_at <= $system_last
           AND contradiction.detected_at < found.system_to
       } AS contested
