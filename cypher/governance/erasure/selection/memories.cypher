// Memories with all that has to go with them, or be mended after them.
//
// access  read
// param   tenant     STRING
// param   ids        LIST<STRING>
// column  memory     MAP           id, entity, attribute, canonical, value, target, text,
//                                  parent, type, scope
// column  slots      LIST<STRING>  where it stands or stood
// column  undivided  LIST<STRING>  parents of which it says, or said, something about every value
// column  evidence   LIST<MAP>     episode, span
CYPHER 25
CALL () {
  MATCH (memory:Memory)
    USING INDEX SEEK memory:Memory(tenant, id)
  WHERE memory.id IN $ids AND memory.tenant = $tenant
  RETURN memory
  UNION
  MATCH (memory:Waiting)
    USING INDEX SEEK memory:Waiting(tenant, id)
  WHERE memory.id IN $ids AND memory.tenant = $tenant
  RETURN memory
}
WITH memory, COLLECT {
  MATCH (memory)-[stood:STOOD_IN]->(slot:Slot)
  RETURN {slot: slot.key, other_slot: stood.other_slot, parent: stood.parent}
} AS stood
RETURN memory {.id, .entity, .attribute, .canonical, .value, .target, .text, .parent, .type, .scope} AS memory,
       [key IN [memory.slot, memory.other_slot] + [one IN stood | one.slot]
               + [one IN stood | one.other_slot]
        WHERE key IS NOT NULL] AS slots,
       [key IN [memory.parent, memory.other_parent] + [one IN stood | one.parent]
        WHERE key IS NOT NULL AND memory.canonical IS NULL] AS undivided,
       COLLECT {
         MATCH (memory)-[proof:EVIDENCED_BY]->(episode:Episode)
         WHERE proof.tenant = $tenant AND episode.tenant = $tenant
         RETURN {episode: episode.id, span: proof.span}
       } AS evidence
ORDER BY memory.id
