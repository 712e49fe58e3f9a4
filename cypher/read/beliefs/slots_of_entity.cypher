// The slots of one entity in which something that is seen was ever believed: its own, and those that
// other entities' relations tell from their other end.
//
// access  read
// param   tenant     STRING
// param   scopes     LIST<STRING>    that are seen; null for all
// param   entity     STRING
// param   mirrors    LIST<MAP>       stored, shown: a relation, and its name from its other end
// column  attribute  STRING
// column  context    STRING          one way it was said; null for none
CYPHER 25
CALL () {
  MATCH (slot:Slot {tenant: $tenant, entity: $entity})
    USING INDEX SEEK slot:Slot(entity, attribute)
  WHERE slot.attribute IS NOT NULL
  WITH DISTINCT slot.parent AS parent
  CALL (parent) {
    MATCH ()-[found:BELIEF]->()
      USING INDEX SEEK found:BELIEF(parent, valid_to, system_to, valid_from, system_from)
    WHERE found.parent = parent
      AND found.valid_to IS NOT NULL
      AND found.system_to IS NOT NULL
      AND found.valid_from IS NOT NULL
      AND found.system_from IS NOT NULL
      AND found.tenant = $tenant
      AND ($scopes IS NULL OR coalesce(found.scope, '') IN $scopes)
    RETURN found.attribute AS attribute, found.context AS context, found.context_key AS key
    LIMIT 1
  }
  RETURN attribute, context, key
  UNION ALL
  UNWIND $mirrors AS mirror
  MATCH ()-[found:BELIEF]->()
    USING INDEX SEEK found:BELIEF(tenant, attribute, canonical, valid_to)
  WHERE found.tenant = $tenant
    AND ($scopes IS NULL OR coalesce(found.scope, '') IN $scopes)
    AND found.attribute = mirror.stored
    AND found.canonical = $entity
    AND found.target IS NOT NULL
    AND found.valid_to IS NOT NULL
  RETURN mirror.shown AS attribute, found.context AS context, found.context_key AS key
}
WITH attribute, key, min(context) AS context
RETURN attribute, context
ORDER BY attribute, coalesce(context, '')
