// Beliefs of relations that lead to one entity, within a region of the plane, a page of them in the
// order of how they are shown from there.
//
// access  read
// param   tenant        STRING
// param   entity        STRING          the target
// param   mirrors       LIST<MAP>       stored, shown: the relation, and its name from there
// param   values        LIST<STRING>    entities that they lead from; null for every one
// param   context       STRING          canonical; null for every context
// param   valid_first   ZONED DATETIME  the region of the plane, both ends included
// param   valid_last    ZONED DATETIME
// param   system_first  ZONED DATETIME
// param   system_last   ZONED DATETIME
// param   after         LIST<ANY>       the last key seen, as shown; empty to begin
// param   limit         INTEGER
// column  belief     MAP
// column  contested  BOOLEAN
// column  shown      STRING
CYPHER 25
UNWIND $mirrors AS mirror
CALL (mirror) {
  MATCH ()-[found:RELATION]->()
    USING INDEX SEEK found:RELATION(tenant, attribute, canonical, valid_to)
  WHERE found.tenant = $tenant
    AND found.attribute = mirror.stored
    AND found.canonical = $entity
    AND found.valid_to > $valid_first
    AND found.valid_from <= $valid_last
    AND found.system_to > $system_first
    AND found.system_from <= $system_last
    AND ($context IS NULL OR found.context_key = $context)
    AND ($values IS NULL OR found.entity IN $values)
    AND [mirror.shown, coalesce(found.context, ''), found.valid_from,
         found.system_from, 'i' + found.id] > $after
  RETURN found
}
WITH mirror, found
ORDER BY mirror.shown, coalesce(found.context, ''), found.valid_from, found.system_from, found.id
LIMIT $limit
RETURN properties(found) AS belief,
       EXISTS {
         MATCH (contradiction:Contradiction {open_parent: found.parent})
           USING INDEX SEEK contradiction:Contradiction(open_parent)
         WHERE contradiction.tenant = $tenant
           AND contradiction.slot IN [found.slot, found.parent]
           AND contradiction.detected_at <= $system_last
           AND contradiction.detected_at < found.system_to
       } AS contested,
       mirror.shown AS shown
