// The contradictions about some entities that wait for an answer, the oldest first, among the oldest of the tenant.
//
// Whom one is about is told by its slot: entities may have been merged since it was detected.
//
// access  read
// param   tenant         STRING
// param   scopes         LIST<STRING>    that are seen; null for all
// param   entities       LIST<STRING>    that stand for their identities
// param   among          INTEGER         so many are looked at
// param   limit          INTEGER
// column  contradiction  MAP             its entity is the one that stands for the identity
// column  canonical      STRING          the challenger's value; null if it names none
CYPHER 25
CALL () {
  MATCH (found:Contradiction)
    USING INDEX SEEK found:Contradiction(tenant, status, detected_at)
  WHERE found.tenant = $tenant
    AND found.status = 'OPEN'
    AND found.detected_at IS NOT NULL
    AND ($scopes IS NULL OR coalesce(found.scope, '') IN $scopes)
  RETURN found
  ORDER BY found.tenant, found.status, found.detected_at, found.id
  LIMIT $among
}
CALL (found) {
  OPTIONAL MATCH (slot:Slot {tenant: $tenant, key: found.parent})
    USING INDEX SEEK slot:Slot(tenant, key)
  RETURN coalesce(slot.entity, found.entity) AS about
}
WITH found, about
WHERE about IN $entities
ORDER BY found.detected_at, found.id
LIMIT $limit
RETURN found {.*, entity: about} AS contradiction,
       HEAD(COLLECT {
         MATCH (memory:Memory {tenant: $tenant, id: found.challenger})
           USING INDEX SEEK memory:Memory(tenant, id)
         RETURN memory.canonical
       }) AS canonical
