// A page of memories in order of their ids, with what each must be tied to.
//
// access  read
// param   tenant     STRING        null for every tenant
// param   after      STRING        the last id seen; empty to begin
// param   limit      INTEGER
// param   open       ZONED DATETIME  the end of time
// column  id         STRING
// column  evident    BOOLEAN       whether an episode of its tenant, or an audit record, stands for it
// column  slotted    BOOLEAN       whether its slot is there in its tenant and scope, if it is in one
// column  heirs      LIST<STRING>  what it gives way to now
// column  onward     BOOLEAN       whether one of those gives way too
// column  strangers  LIST<STRING>  what it is tied to across tenants
CYPHER 25
MATCH (memory:Memory)
WHERE memory.id > $after AND ($tenant IS NULL OR memory.tenant = $tenant)
WITH memory
ORDER BY memory.id
LIMIT $limit
RETURN memory.id AS id,
       EXISTS {
         MATCH (memory)-[proof:EVIDENCED_BY]->(episode:Episode)
         WHERE episode.tenant = memory.tenant AND proof.tenant = memory.tenant
       } OR EXISTS {
         MATCH (record:Audit {tenant: memory.tenant, subject: memory.id})
         WHERE record.reason IS NOT NULL
       } AS evident,
       memory.slot IS NULL OR EXISTS {
         MATCH (slot:Slot {key: memory.slot})
         WHERE slot.tenant = memory.tenant
           AND slot.parent = memory.parent
           AND coalesce(slot.scope, '') = coalesce(memory.scope, '')
       } AS slotted,
       COLLECT {
         MATCH (memory)-[link:SUPERSEDED_BY {system_to: $open}]->(heir)
         RETURN heir.id
         ORDER BY heir.id
         LIMIT 10
       } AS heirs,
       EXISTS {
         MATCH (memory)-[:SUPERSEDED_BY {system_to: $open}]->()-[:SUPERSEDED_BY {system_to: $open}]->()
       } AS onward,
       COLLECT {
         MATCH (memory)-[tie]-(other)
         WHERE coalesce(tie.tenant, '') <> memory.tenant OR coalesce(other.tenant, '') <> memory.tenant
         RETURN type(tie) + ' ' + coalesce(other.id, other.key, '?')
         ORDER BY type(tie), other.id
         LIMIT 10
       } AS strangers
