// A page of a tenant's entities in order of name and id: those that something is wrong with, and
// what. Names are compared by the index alone: a comparison that is not the index's goes by UTF-16 units.
//
// access  read
// scans   a page, in the order of the index
// param   tenant      STRING
// param   after_name  STRING          the last name seen; empty to begin
// param   after_id    STRING          the id of the last one seen; empty to begin
// param   limit       INTEGER
// param   open        ZONED DATETIME  the end of time
// column  entities    INTEGER         how many the page has
// column  beliefs     INTEGER         how many versions of beliefs lead out of them
// column  last        LIST<STRING>    the name and the id of the last one
// column  wrong       LIST<MAP>       bad: beliefs that lead out of it, badly formed or tied, and
//                                     how; slots: those that it is not tied to; strangers: what it is tied to across tenants;
//                                     unfinished: the entity whose merge or split is unfinished
CYPHER 25
MATCH (entity:Entity)
  USING INDEX SEEK entity:Entity(tenant, name)
WHERE entity.tenant = $tenant
  AND entity.name >= $after_name
  AND NOT (entity.name = $after_name AND entity.id <= $after_id)
WITH entity
ORDER BY entity.tenant, entity.name, entity.id
LIMIT $limit
WITH entity,
     COUNT { MATCH (entity)-[:BELIEF]->() } AS beliefs,
     COLLECT {
       MATCH (entity)-[belief:BELIEF]->(end)
       WITH belief,
            entity.id = belief.entity
            AND CASE
                  WHEN end:Entity THEN end.id = belief.target
                  ELSE end.key = belief.canonical AND belief.target IS NULL
                END AS tied,
            belief.valid_from < belief.valid_to
            AND belief.system_from < belief.system_to
            AND coalesce(belief.open_slot, '') =
                CASE
                  WHEN belief.valid_to = $open AND belief.system_to = $open THEN belief.slot
                  ELSE ''
                END AS formed,
            EXISTS {
              MATCH (slot:Slot {tenant: $tenant, key: belief.slot})
                USING INDEX SEEK slot:Slot(tenant, key)
              WHERE slot.parent = belief.parent
            } AS slotted,
            [id IN belief.memories
             WHERE NOT EXISTS {
               MATCH (memory:Memory {tenant: $tenant, id: id})
                 USING INDEX SEEK memory:Memory(tenant, id)
             }
            ] AS missing
       WITH belief, missing, slotted, coalesce(tied, false) AS tied,
            coalesce(formed, false) AS formed, coalesce(size(belief.memories), 0) > 0 AS claimed
       WHERE NOT (tied AND formed AND slotted AND claimed) OR missing <> []
       RETURN {
         id: belief.id,
         tied: tied,
         formed: formed,
         slotted: slotted,
         claimed: claimed,
         missing: missing
       }
       ORDER BY belief.id
       LIMIT 10000
     } AS bad,
     COLLECT {
       MATCH (slot:Slot {entity: entity.id})
         USING INDEX SEEK slot:Slot(entity, attribute)
       WHERE slot.attribute IS NOT NULL
         AND slot.tenant = $tenant
         AND NOT EXISTS { MATCH (entity)-[:HAS_SLOT]->(slot) }
       RETURN slot.key
       ORDER BY slot.key
       LIMIT 1000
     } AS slots,
     COLLECT {
       MATCH (entity)-[tie]-(other)
       WHERE coalesce(tie.tenant, '') <> $tenant OR coalesce(other.tenant, '') <> $tenant
       RETURN type(tie) + ' ' + coalesce(tie.id, other.id, other.key, '?')
       ORDER BY type(tie), tie.id, other.id
       LIMIT 1000
     } AS strangers
RETURN count(entity) AS entities,
       sum(beliefs) AS beliefs,
       last(collect([entity.name, entity.id])) AS last,
       collect(
         CASE
           WHEN bad <> [] OR slots <> [] OR strangers <> [] OR entity.unfinished IS NOT NULL
             THEN {
               id: entity.id,
               bad: bad,
               slots: slots,
               strangers: strangers,
               unfinished: entity.unfinished[0]
             }
         END
       ) AS wrong
