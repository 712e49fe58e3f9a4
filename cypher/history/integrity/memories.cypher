// A page of a tenant's memories in order of their ids: those that something is wrong with, and how.
//
// access  read
// scans   a page, in the order of the index
// param   tenant     STRING
// param   after      STRING          the last id seen; empty to begin
// param   limit      INTEGER
// param   open       ZONED DATETIME  the end of time
// column  memories  INTEGER       how many the page has
// column  last      STRING        the last id of the page
// column  onward    LIST<STRING>  those that give way to one that gives way too
// column  wrong     LIST<MAP>     evident: whether an episode, or an audit record, stands for it;
//                                 slotted: whether it is tied to its slot alone, if it is in one, in its scope;
//                                 successors: what it gives way to now; strangers: what it is tied to
//                                 across tenants
CYPHER 25
MATCH (memory:Memory)
  USING INDEX SEEK memory:Memory(tenant, id)
WHERE memory.tenant = $tenant AND memory.id > $after
WITH memory
ORDER BY memory.tenant, memory.id
LIMIT $limit
WITH memory,
     EXISTS {
       MATCH (memory)-[proof:EVIDENCED_BY]->(episode:Episode)
       WHERE episode.tenant = $tenant AND proof.tenant = $tenant
     } OR EXISTS {
       MATCH (record:Audit {tenant: $tenant, subject: memory.id})
         USING INDEX SEEK record:Audit(tenant, subject)
       WHERE record.reason IS NOT NULL
     } AS evident,
     COUNT { MATCH (memory)-[:CLAIMS]->() } = CASE WHEN memory.slot IS NULL THEN 0 ELSE 1 END
     AND (memory.slot IS NULL OR EXISTS {
       MATCH (memory)-[:CLAIMS]->(slot:Slot)
       WHERE slot.tenant = $tenant
         AND slot.key = memory.slot
         AND slot.parent = memory.parent
         AND coalesce(slot.scope, '') = coalesce(memory.scope, '')
     }) AS slotted,
     COLLECT {
       MATCH (memory)-[link:SUPERSEDED_BY {system_to: $open}]->(successor)
       RETURN successor.id
       ORDER BY successor.id
       LIMIT 10
     } AS successors,
     EXISTS {
       MATCH (memory)-[first:SUPERSEDED_BY]->()-[next:SUPERSEDED_BY]->()
       WHERE first.system_to = $open AND next.system_to = $open
     } AS onward,
     COLLECT {
       MATCH (memory)-[tie]-(other)
       WHERE coalesce(tie.tenant, '') <> $tenant OR coalesce(other.tenant, '') <> $tenant
       RETURN type(tie) + ' ' + coalesce(other.id, other.key, '?')
       ORDER BY type(tie), other.id
       LIMIT 1000
     } AS strangers
RETURN count(memory) AS memories,
       max(memory.id) AS last,
       collect(CASE WHEN onward THEN memory.id END) AS onward,
       collect(
         CASE
           WHEN evident AND slotted AND size(successors) < 2 AND strangers = [] THEN null
           ELSE {
             id: memory.id,
             evident: evident,
             slotted: slotted,
             successors: successors,
             strangers: strangers
           }
         END
       ) AS wrong
