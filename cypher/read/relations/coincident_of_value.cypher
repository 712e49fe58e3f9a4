// Beliefs of others with the same value, or about the same entity, that are true during one
// belief's interval, a page of them.
//
// A text of a function is compared by UTF-16 units, as a parameter is, and a stored one by code points:
// hence `replace`, which changes nothing.
//
// access  read
// param   attributes   LIST<STRING>    under which attributes
// param   canonical    STRING          the value, or the entity's id
// param   tenant       STRING
// param   scopes       LIST<STRING>    that are seen; null for all
// param   self         STRING          the belief itself, which is left out
// param   valid_first  ZONED DATETIME  the interval to be true in: its first moment
// param   valid_last   ZONED DATETIME  and its last
// param   system_at    ZONED DATETIME  as known then
// param   after        LIST<ANY>       the last key seen; empty to begin
// param   limit        INTEGER
// column  belief     MAP
// column  contested  BOOLEAN
CYPHER 25
UNWIND $attributes AS attribute
MATCH ()-[found:BELIEF]->()
  USING INDEX SEEK found:BELIEF(tenant, attribute, canonical, valid_to)
WHERE found.tenant = $tenant
  AND ($scopes IS NULL OR coalesce(found.scope, '') IN $scopes)
  AND found.attribute = attribute
  AND found.canonical = $canonical
  AND found.valid_to > $valid_first
  AND found.valid_from <= $valid_last
  AND found.system_to > $system_at
  AND found.system_from <= $system_at
  AND found.id <> $self
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
           AND contradiction.detected_at <= $system_at
           AND contradiction.detected_at < found.system_to
       } AS contested
