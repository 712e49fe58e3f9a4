// The belief of one relation that leads to an entity at one point of the plane: the one with the
// latest start, then the last recorded; one of a subject's own scope before the common ones.
//
// access  read
// param   tenant     STRING
// param   scopes     LIST<STRING>    that are seen; null for all
// param   entity     STRING          the relation's target
// param   attribute  STRING          the relation as it is stored
// param   context    STRING          canonical; null for the slot without
// param   valid_at   ZONED DATETIME  the moment in the world
// param   system_at  ZONED DATETIME  the moment in the record
// column  belief     MAP
// column  contested  BOOLEAN
CYPHER 25
MATCH ()-[found:BELIEF]->()
  USING INDEX SEEK found:BELIEF(tenant, attribute, canonical, valid_to)
WHERE found.tenant = $tenant
  AND ($scopes IS NULL OR coalesce(found.scope, '') IN $scopes)
  AND found.attribute = $attribute
  AND found.canonical = $entity
  AND found.target IS NOT NULL
  AND found.valid_to > $valid_at
  AND found.valid_from <= $valid_at
  AND found.system_from <= $system_at
  AND found.system_to > $system_at
  AND coalesce(found.context_key, '') = coalesce($context, '')
WITH found
ORDER BY coalesce(found.scope, '') DESC, found.valid_from DESC, found.system_from DESC, found.id
LIMIT 1
RETURN properties(found) AS belief,
       EXISTS {
         MATCH (contradiction:Contradiction {open_parent: found.parent})
           USING INDEX SEEK contradiction:Contradiction(open_parent)
         WHERE contradiction.tenant = $tenant
           AND contradiction.slot IN [found.slot, found.parent]
           AND contradiction.detected_at <= $system_at
           AND contradiction.detected_at < found.system_to
       } AS contested
