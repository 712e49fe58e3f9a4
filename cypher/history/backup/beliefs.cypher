// The beliefs of a page of a tenant's slots, with all versions known by a time, for their digest.
// Entities and memories are named as in files, so that a restored tenant has the same.
//
// access  read
// scans   a page, in the order of the index
// param   tenant   STRING
// param   after    STRING          the last slot seen; empty to begin
// param   until    ZONED DATETIME  versions known later are left out
// param   limit    INTEGER
// column  last     STRING          the last slot of the page; null if there is none
// column  beliefs  LIST<MAP>       subject, target, belief, memories
CYPHER 25
CALL () {
  MATCH (slot:Slot)
    USING INDEX SEEK slot:Slot(tenant, key)
  WHERE slot.tenant = $tenant AND slot.key > $after
  WITH slot
  ORDER BY slot.tenant, slot.key
  LIMIT $limit
  RETURN collect(slot.key) AS slots
}
CALL (slots) {
  MATCH (subject)-[found:BELIEF]->(object)
    USING INDEX SEEK found:BELIEF(slot, system_to, valid_to)
  WHERE found.slot IN slots AND found.system_to IS NOT NULL AND found.valid_to IS NOT NULL
    AND found.system_from <= $until AND found.tenant = $tenant
  RETURN collect({
           subject: coalesce(subject.export_key, subject.id),
           target: coalesce(object.export_key, object.id),
           belief: properties(found),
           memories: COLLECT {
             UNWIND found.memories AS id
             MATCH (memory:Memory {id: id, tenant: $tenant})
               USING INDEX SEEK memory:Memory(tenant, id)
             RETURN memory {.id, .key}
           }
         }) AS beliefs
}
RETURN slots[-1] AS last,
       beliefs
