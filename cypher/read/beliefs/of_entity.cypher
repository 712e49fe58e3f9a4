// Beliefs about each of some entities that meet a region of the plane, a page of them; a page of those
// that other entities' relations tell from their other end; and the version of the registry that says
// which relations those are. The slots lead to the first, so that what is over costs nothing.
//
// A text of a function is compared by UTF-16 units, as a parameter is, and a stored one by code points:
// hence `replace`, which changes nothing.
//
// access  read
// param   tenant           STRING
// param   scopes           LIST<STRING>    that are seen; null for all
// param   entities         LIST<STRING>
// param   attribute_first  STRING          the attribute; an empty text for every one
// param   attribute_last   STRING          the attribute; a text after all of them for every one
// param   values           LIST<STRING>    canonical forms; null for every value
// param   mirrors          LIST<MAP>       stored, shown: a relation, and its name from its other end
// param   context          STRING          canonical; null for every context
// param   valid_first      ZONED DATETIME  the region of the plane, both ends included
// param   valid_last       ZONED DATETIME
// param   system_first     ZONED DATETIME
// param   system_last      ZONED DATETIME
// param   after            LIST<ANY>       the last key seen, as shown; empty to begin
// param   limit            INTEGER         of each of the two pages
// column  entity    STRING     of those asked for, each
// column  stored    LIST<MAP>  belief, contested
// column  inverse   LIST<MAP>  belief, contested, shown: in the order of how they are shown
// column  registry  INTEGER    null if the tenant is unknown
CYPHER 25
UNWIND $entities AS entity
CALL (entity) {
  MATCH (slot:Slot {tenant: $tenant, entity: entity})
    USING INDEX SEEK slot:Slot(entity, attribute)
  WHERE slot.attribute >= $attribute_first AND slot.attribute <= $attribute_last
  WITH DISTINCT slot.parent AS parent
  MATCH ()-[found:BELIEF]->()
    USING INDEX SEEK found:BELIEF(parent, valid_to, system_to, valid_from, system_from)
  WHERE found.parent = parent
    AND found.valid_to > $valid_first
    AND found.valid_from <= $valid_last
    AND found.system_to > $system_first
    AND found.system_from <= $system_last
    AND found.tenant = $tenant
    AND ($scopes IS NULL OR coalesce(found.scope, '') IN $scopes)
    AND ($values IS NULL OR found.canonical IN $values)
    AND ($context IS NULL OR found.context_key = $context)
    AND [replace(found.attribute, '', ''), replace(coalesce(found.context, ''), '', ''),
         found.valid_from, found.system_from, found.id] > $after
  WITH found
  ORDER BY replace(found.attribute, '', ''), replace(coalesce(found.context, ''), '', ''),
           found.valid_from, found.system_from, found.id
  LIMIT $limit
  WITH properties(found) AS belief,
       EXISTS {
         MATCH (contradiction:Contradiction {open_parent: found.parent})
           USING INDEX SEEK contradiction:Contradiction(open_parent)
         WHERE contradiction.tenant = $tenant
           AND contradiction.slot IN [found.slot, found.parent]
           AND contradiction.detected_at <= $system_last
           AND contradiction.detected_at < found.system_to
       } AS contested
  RETURN collect({belief: belief, contested: contested}) AS stored
}
CALL (entity, stored) {
  UNWIND $mirrors AS mirror
  MATCH ()-[found:BELIEF]->()
    USING INDEX SEEK found:BELIEF(tenant, attribute, canonical, valid_to)
  WHERE found.tenant = $tenant
    AND ($scopes IS NULL OR coalesce(found.scope, '') IN $scopes)
    AND found.attribute = mirror.stored
    AND found.canonical = entity
    AND found.target IS NOT NULL
    AND found.valid_to > $valid_first
    AND found.valid_from <= $valid_last
    AND found.system_to > $system_first
    AND found.system_from <= $system_last
    AND ($context IS NULL OR found.context_key = $context)
    AND ($values IS NULL OR found.entity IN $values)
    AND [mirror.shown, replace(coalesce(found.context, ''), '', ''),
         found.valid_from, found.system_from, 'i' + found.id] > $after
  WITH mirror, found
  ORDER BY mirror.shown, replace(coalesce(found.context, ''), '', ''),
           found.valid_from, found.system_from, found.id
  LIMIT $limit
  WITH mirror.shown AS shown,
       properties(found) AS belief,
       EXISTS {
         MATCH (contradiction:Contradiction {open_parent: found.parent})
           USING INDEX SEEK contradiction:Contradiction(open_parent)
         WHERE contradiction.tenant = $tenant
           AND contradiction.slot IN [found.slot, found.parent]
           AND contradiction.detected_at <= $system_last
           AND contradiction.detected_at < found.system_to
       } AS contested
  RETURN collect({belief: belief, contested: contested, shown: shown}) AS inverse
}
OPTIONAL MATCH (tenant:Tenant {tenant: $tenant})
  USING INDEX SEEK tenant:Tenant(tenant)
RETURN entity, stored, inverse, tenant.registry AS registry
