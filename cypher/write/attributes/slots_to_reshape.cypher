// Parent slots of an attribute in which claims do not stand as its cardinality and its other end say,
// or have values of the other form; some of them.
//
// access  read
// param   tenant     STRING
// param   attribute  STRING
// param   many       BOOLEAN  whether each value is to have a slot of its own
// param   relation   BOOLEAN  whether the values are to be entities
// param   other      STRING   the form of the relation's other end, or null
// param   forever    ZONED DATETIME  the end of time
// param   limit      INTEGER
// column  slot       MAP      key, entity, context, scope
// column  load       INTEGER  how many memories stand in it, or stood, its values' slots included
CYPHER 25
MATCH (slot:Slot {tenant: $tenant, attribute: $attribute})
  USING INDEX SEEK slot:Slot(tenant, attribute)
WHERE slot.key = slot.parent AND (
    coalesce(slot.many <> $many, true)
    OR coalesce(slot.other, '') <> coalesce($other, '')
    OR coalesce(slot.relation <> $relation, true) AND (
      EXISTS {
        MATCH (part:Slot {parent: slot.key, tenant: $tenant})
          USING INDEX SEEK part:Slot(parent)
        MATCH (claim:Memory {slot: part.key, retired_at: $forever, tenant: $tenant})
          USING INDEX SEEK claim:Memory(slot, retired_at, start)
        WHERE claim.start < $forever AND claim.canonical IS NOT NULL
          AND (claim.target IS NOT NULL) <> $relation
      }
      OR EXISTS {
        MATCH (memory:Memory)
          USING INDEX SEEK memory:Memory(parent_held)
        WHERE memory.parent_held = slot.key AND memory.tenant = $tenant AND memory.slot IS NULL
          AND memory.retired_at = $forever AND memory.canonical IS NOT NULL
          AND (memory.target IS NOT NULL) <> $relation
      }
    )
  )
WITH slot
LIMIT $limit
RETURN slot {.key, .entity, .context, .scope} AS slot,
       COUNT {
         MATCH (part:Slot {parent: slot.key, tenant: $tenant})
           USING INDEX SEEK part:Slot(parent)
         MATCH (claim:Memory {slot: part.key, tenant: $tenant})
           USING INDEX SEEK claim:Memory(slot, retired_at, start)
         WHERE claim.retired_at IS NOT NULL AND claim.start IS NOT NULL
       } AS load
