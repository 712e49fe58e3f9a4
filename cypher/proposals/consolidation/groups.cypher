// What may be consolidated about a page of a tenant's entities: the current memories of each attribute
// and context, those of one kind apart, where there are several.
//
// What waits, denies, expires or carries no belief now is left out.
//
// access  read
// scans   a page, in the order of the index
// param   tenant    STRING
// param   scopes    LIST<STRING>    that are seen; null for all
// param   after_at  ZONED DATETIME  when the last entity seen was made; the start of time to begin
// param   after_id  STRING          its id; empty to begin
// param   limit     INTEGER         entities
// param   most      INTEGER         memories of a group, the newest ones
// param   names     LIST<STRING>    attributes
// param   among     BOOLEAN         those that have no topic given: whether of these, or of no such
// param   at        ZONED DATETIME  now
// param   forever   ZONED DATETIME  the end of time
// column  last_at   ZONED DATETIME  when the last entity of the page was made; null at the end
// column  last_id   STRING
// column  groups    LIST<LIST<MAP>> id and topic of each memory, by the entity's name and attribute
CYPHER 25
CALL () {
  MATCH (entity:Entity)
    USING INDEX SEEK entity:Entity(tenant, created_at, id)
  WHERE entity.tenant = $tenant
    AND entity.created_at >= $after_at
    AND entity.id IS NOT NULL
    AND (entity.created_at > $after_at OR entity.id > $after_id)
  RETURN entity
  ORDER BY entity.tenant, entity.created_at, entity.id
  LIMIT $limit
}
WITH collect(entity) AS entities
RETURN entities[-1].created_at AS last_at,
       entities[-1].id AS last_id,
       COLLECT {
         UNWIND entities AS entity
         MATCH (memory:Memory {tenant: $tenant, entity: entity.id})
           USING INDEX SEEK memory:Memory(tenant, entity, recorded_at, id)
         WHERE memory.recorded_at <= $at
           AND memory.id IS NOT NULL
           AND memory.retired_at = $forever
           AND memory.admitted_at <= $at
           AND memory.slot IS NOT NULL
           AND memory.other_slot IS NULL
           AND memory.holds_from <= $at AND memory.holds_to > $at
           AND memory.expires_at IS NULL
           AND ($scopes IS NULL OR coalesce(memory.scope, '') IN $scopes)
           AND coalesce(memory.negative, false) = false
           AND (memory.topic IS NOT NULL OR (coalesce(memory.attribute, '') IN $names) = $among)
         WITH entity, memory
         ORDER BY memory.recorded_at DESC, memory.id DESC
         WITH entity.name AS name, entity.id AS about, memory.parent AS parent,
              memory.authority AS authority,
              coalesce(memory.rule, '') AS rule, coalesce(memory.inference, false) AS inference,
              memory.source_kind AS kind, coalesce(memory.visibility, '') AS visibility,
              min(memory.attribute) AS attribute,
              collect({id: memory.id, topic: memory.topic})[..$most] AS found
         WHERE size(found) > 1
         RETURN found
         ORDER BY name, attribute, about, parent, authority, rule, inference, kind, visibility
       } AS groups
