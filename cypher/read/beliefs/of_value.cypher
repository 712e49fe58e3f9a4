// Beliefs of anybody in which any attribute has a value, within a region of the plane, a page of
// them. The value's own node leads to them: a literal's, or the entity that a relation names.
//
// A text of a function is compared by UTF-16 units, as a parameter is, and a stored one by code points:
// hence `replace`, which changes nothing.
//
// access  read
// param   tenant        STRING
// param   scopes        LIST<STRING>    that are seen; null for all
// param   values        LIST<STRING>    canonical forms, and ids of entities
// param   context       STRING          canonical; null for every context
// param   valid_first   ZONED DATETIME  the region of the plane, both ends included
// param   valid_last    ZONED DATETIME
// param   system_first  ZONED DATETIME
// param   system_last   ZONED DATETIME
// param   after         LIST<ANY>       the last key seen; empty to begin
// param   limit         INTEGER
// column  belief     MAP
// column  contested  BOOLEAN
CYPHER 25
CALL () {
  MATCH (value:Value)<-[found:BELIEF]-()
    USING INDEX SEEK value:Value(tenant, key)
  WHERE value.tenant = $tenant AND value.key IN $values
  RETURN found
  UNION ALL
  MATCH (target:Entity)<-[found:BELIEF]-()
    USING INDEX SEEK target:Entity(id)
  WHERE target.id IN $values AND target.tenant = $tenant
  RETURN found
}
WITH found
WHERE found.valid_to > $valid_first
  AND found.valid_from <= $valid_last
  AND found.system_to > $system_first
  AND found.system_from <= $system_last
  AND found.tenant = $tenant
  AND ($scopes IS NULL OR coalesce(found.scope, '') IN $scopes)
  AND ($context IS NULL OR found.context_key = $context)
  AND [replace(found.attribute, '', ''), replace(coalesce(found.context, ''), '', ''),
       found.valid_from, found.system_from, found.id] > $after
WITH found
ORDER BY replace(found.attribute, '', ''), replace(coalesce(found.context, ''), '', ''),
         found.valid_from, found.system_from, found.id
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
