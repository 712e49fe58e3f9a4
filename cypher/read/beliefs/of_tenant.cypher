// Every belief of a tenant that meets a region of the plane, a page of them.
// The index gives them by attribute, so that a page reads no further than its last attribute.
//
// A text of a function is compared by UTF-16 units, as a parameter is, and a stored one by code points:
// hence `replace`, which changes nothing.
// The attribute is compared by the index alone, which orders it by code points.
//
// access  read
// scans   a page, in the order of the index
// param   tenant           STRING
// param   scopes           LIST<STRING>    that are seen; null for all
// param   attribute_first  STRING          the attribute of the last key seen; empty to begin
// param   context          STRING          canonical; null for every context
// param   valid_first      ZONED DATETIME  the region of the plane, both ends included
// param   valid_last       ZONED DATETIME
// param   system_first     ZONED DATETIME
// param   system_last      ZONED DATETIME
// param   after            LIST<ANY>       the rest of that key; empty to begin
// param   limit            INTEGER
// column  belief     MAP
// column  contested  BOOLEAN
CYPHER 25
MATCH ()-[found:BELIEF]->()
  USING INDEX SEEK found:BELIEF(tenant, attribute, canonical, valid_to)
WHERE found.tenant = $tenant
  AND ($scopes IS NULL OR coalesce(found.scope, '') IN $scopes)
  AND found.attribute >= $attribute_first
  AND found.canonical IS NOT NULL
  AND found.valid_to > $valid_first
  AND found.valid_from <= $valid_last
  AND found.system_to > $system_first
  AND found.system_from <= $system_last
  AND ($context IS NULL OR found.context_key = $context)
  AND (found.attribute <> $attribute_first OR
       [replace(coalesce(found.context, ''), '', ''), found.valid_from,
        found.system_from, found.id] > $after)
WITH found
ORDER BY found.tenant, found.attribute, replace(coalesce(found.context, ''), '', ''), found.valid_from,
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
