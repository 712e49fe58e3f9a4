// Beliefs by their ids, in any version.
//
// access  read
// param   tenant       STRING
// param   scopes       LIST<STRING>    that are seen; null for all
// param   ids          LIST<STRING>    at most 500 at a time
// param   system_last  ZONED DATETIME  contested as known then
// column  belief     MAP
// column  contested  BOOLEAN
CYPHER 25
MATCH ()-[found:BELIEF]->()
  USING INDEX SEEK found:BELIEF(id)
WHERE found.id IN $ids
  AND found.tenant = $tenant
  AND ($scopes IS NULL OR coalesce(found.scope, '') IN $scopes)
WITH found
ORDER BY found.id
RETURN properties(found) AS belief,
       EXISTS {
         MATCH (contradiction:Contradiction {open_parent: found.parent})
           USING INDEX SEEK contradiction:Contradiction(open_parent)
         WHERE contradiction.tenant = $tenant
           AND contradiction.slot IN [found.slot, found.parent]
           AND contradiction.detected_at <= $system_last
           AND contradiction.detected_at < found.system_to
       } AS contested
