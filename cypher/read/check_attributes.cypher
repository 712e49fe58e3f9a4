// A page of beliefs about literal values in order of their ids, with what each must be tied to.
//
// access  read
// param   tenant   STRING        null for every tenant
// param   after    STRING        the last id seen; empty to begin
// param   limit    INTEGER
// param   open     ZONED DATETIME  the end of time
// column  id       STRING
// column  tied     BOOLEAN       whether it lies between the entity and the value that it names
// column  formed   BOOLEAN       whether both its intervals are, and it is marked open just if it is
// column  slotted  BOOLEAN       whether its slot is there, in its tenant
// column  claimed  BOOLEAN       whether it rests on any memory
// column  missing  LIST<STRING>  memories it rests on that are not there in its tenant
CYPHER 25
MATCH (entity)-[belief:ATTRIBUTE]->(end)
WHERE belief.id > $after AND ($tenant IS NULL OR belief.tenant = $tenant)
WITH entity, belief, end
ORDER BY belief.id
LIMIT $limit
RETURN belief.id AS id,
       coalesce(entity.id = belief.entity AND end.key = belief.canonical, false) AS tied,
       coalesce(belief.valid_from < belief.valid_to
                AND belief.system_from < belief.system_to
                AND coalesce(belief.open_slot, '') =
                    CASE
                      WHEN belief.valid_to = $open AND belief.system_to = $open THEN belief.slot
                      ELSE ''
                    END,
                false) AS formed,
       EXISTS {
         MATCH (slot:Slot {key: belief.slot})
         WHERE slot.tenant = belief.tenant AND slot.parent = belief.parent
       } AS slotted,
       coalesce(size(belief.memories), 0) > 0 AS claimed,
       [id IN belief.memories
        WHERE NOT EXISTS {
          MATCH (memory:Memory {id: id})
          WHERE memory.tenant = belief.tenant
        }] AS missing
