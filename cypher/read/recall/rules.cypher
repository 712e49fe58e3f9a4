// The memories of a tenant that say how something is to be done, or is never to be done, and are believed
// at a point: of each of the two kinds the newest.
//
// access  read
// param   tenant     STRING
// param   scopes     LIST<STRING>  that are seen; null for all
// param   valid_at   ZONED DATETIME
// param   system_at  ZONED DATETIME
// param   limit      INTEGER       of each kind
// column  rules      LIST<MAP>     kind; ids: the newest first; believed: how many there are
CYPHER 25
UNWIND ['constraint', 'convention'] AS rule
CALL (rule) {
  MATCH (memory:Memory {tenant: $tenant, rule: rule})
    USING INDEX SEEK memory:Memory(tenant, rule, admitted_at)
  WHERE memory.admitted_at <= $system_at
    AND ($scopes IS NULL OR coalesce(memory.scope, '') IN $scopes)
    AND memory.retired_at > $system_at
    AND (memory.expires_at IS NULL OR memory.expires_at > $valid_at)
  WITH memory, [memory.slot] + COLLECT {
         MATCH (memory)-[stood:STOOD_IN]->()
         WHERE stood.tenant = $tenant
         RETURN stood.slot
       } AS slots
  UNWIND slots AS slot
  WITH DISTINCT memory, slot
  WHERE EXISTS {
      MATCH ()-[belief:BELIEF]->()
        USING INDEX SEEK belief:BELIEF(slot, system_to, valid_to)
      WHERE belief.slot = slot
        AND belief.system_to > $system_at
        AND belief.valid_to > $valid_at
        AND belief.valid_from <= $valid_at
        AND belief.system_from <= $system_at
        AND belief.tenant = $tenant
        AND memory.id IN belief.memories
    }
  WITH DISTINCT memory
  ORDER BY memory.admitted_at DESC, memory.id
  RETURN collect(memory.id) AS ids
}
RETURN collect({kind: rule, ids: ids[..$limit], believed: size(ids)}) AS rules
