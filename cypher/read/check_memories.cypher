// A page of a tenant's memories in order of their ids, with what each must be tied to.
//
// access  read
// param   tenant     STRING
// param   after      STRING          the last id seen; empty to begin
// param   limit      INTEGER
// param   open       ZONED DATETIME  the end of time
// column  id         STRING
// column  evident    BOOLEAN         whether an episode, or an audit record, stands for it
// column  slotted    BOOLEAN         whether its slot, if it is in one, is there in its scope
// column  heirs      LIST<STRING>    what it gives way to now
// column  onward     BOOLEAN         whether one of those gives way too
// column  strangers  LIST<STRING>    what it is tied to across tenants
CYPHER 25
MATCH (memory:Memory)
USING INDEX memory:Memory(tenant, id)
WHERE memory.tenant = $tenant AND memory.id > $after
WITH memory
ORDER BY memory.tenant, memory.id
LIMIT $limit
RETURN memory.id AS id,
       EXISTS {
         MATCH (memory)-[proof:EVIDENCED_BY]->(episode:Episode)
         WHERE episode.tenant = $tenant AND proof.tenant = $tenant
       } OR EXISTS {
         MATCH (record:Audit {tenant: $tenant, subject: memory.id})
         WHERE record.reason IS NOT NULL
       } AS evident,
       memory.slot IS NULL OR EXISTS {
         MATCH (slot:Slot {key: memory.slot})
         WHERE slot.tenant = $tenant
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
