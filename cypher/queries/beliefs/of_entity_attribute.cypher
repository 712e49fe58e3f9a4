// Beliefs about one attribute of one entity that meet a region of the plane, a page of them.
// The slots lead to them, so that an entity with very many other beliefs costs nothing more.
//
// access  read
// param   tenant        STRING
// param   entity        STRING
// param   attribute     STRING
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
MATCH (slot:Slot {tenant: $tenant, entity: $entity, attribute: $attribute})
  USING INDEX SEEK slot:Slot(entity, attribute)
WITH DISTINCT slot.parent AS parent
CALL (parent) {
  MATCH ()-[found:ATTRIBUTE]->()
    USING INDEX SEEK found:ATTRIBUTE(parent, valid_to, system_to, valid_from, system_from)
  WHERE found.parent = parent
    AND found.valid_to > $valid_first
    AND found.valid_from <= $valid_last
    AND found.system_to > $system_first
    AND found.system_from <= $system_last
    AND found.tenant = $tenant
    AND ($values IS NULL OR found.canonical IN $values)
    AND ($context IS NULL OR found.context_key = $context)
    AND [found.attribute, coalesce(found.context, ''), found.valid_from,
         found.system_from, found.id] > $after
  RETURN found
  UNION ALL
  MATCH ()-[found:RELATION]->()
    USING INDEX SEEK found:RELATION(parent, valid_to, system_to, valid_from, system_from)
  WHERE found.parent = parent
    AND found.valid_to > $valid_first
    AND found.valid_from <= $valid_last
    AND found.system_to > $system_first
    AND found.system_from <= $system_last
    AND found.tenant = $tenant
    AND ($values IS NULL OR found.canonical IN $values)
    AND ($context IS NULL OR found.context_key = $context)
    AND [found.attribute, coalesce(found.context, ''), found.valid_from,
         found.system_from, found.id] > $after
  RETURN found
}
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
