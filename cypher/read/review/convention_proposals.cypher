// Preferences that recur in so many sessions, out of a page of a tenant's slots.
//
// A belief that holds now is one, if the claims that it rests on are of so many sessions: those of
// preferences, or of an attribute of preferences. What is inferred, or said by the assistant, does not
// count. None is what a person made a rule or dismissed.
//
// access  read
// scans   a page, in the order of the index
// param   tenant      STRING
// param   scopes      LIST<STRING>    that are seen; null for all
// param   after       STRING          key of the last slot seen; empty to begin
// param   limit       INTEGER         slots in a page
// param   attributes  LIST<STRING>    those of preferences
// param   least       INTEGER         sessions
// param   now         ZONED DATETIME
// param   forever     ZONED DATETIME  the end of time
// column  last        STRING          key of the last slot of the page; null behind the end
// column  found       LIST<MAP>       slot, belief, sessions
CYPHER 25
CALL () {
  MATCH (slot:Slot)
    USING INDEX SEEK slot:Slot(tenant, key)
  WHERE slot.tenant = $tenant
    AND slot.key > $after
    AND ($scopes IS NULL OR coalesce(slot.scope, '') IN $scopes)
  RETURN slot
  ORDER BY slot.tenant, slot.key
  LIMIT $limit
}
OPTIONAL CALL (slot) {
  MATCH ()-[belief:BELIEF {tenant: $tenant, slot: slot.key, system_to: $forever}]->()
    USING INDEX SEEK belief:BELIEF(slot, system_to, valid_to)
  WHERE belief.valid_to > $now AND belief.valid_from <= $now
  WITH slot, belief
  WHERE NOT belief.canonical IN coalesce(slot.no_conventions, [])
  CALL (slot, belief) {
    UNWIND belief.memories AS id
    MATCH (memory:Memory {tenant: $tenant, id: id})
      USING INDEX SEEK memory:Memory(tenant, id)
    WITH memory,
         (memory.type = 'PREFERENCE' OR slot.attribute IN $attributes)
           AND memory.inference IS NULL AND memory.source_kind <> 'ASSISTANT' AS counts
    RETURN count(memory.rule) AS rules,
           collect(CASE WHEN counts THEN memory END) AS said
  }
  WITH belief, said, rules
  WHERE rules = 0
  CALL (said) {
    UNWIND said AS memory
    UNWIND [memory.session] + COLLECT {
      MATCH (memory)-[shown:EVIDENCED_BY]->(episode:Episode)
      WHERE shown.tenant = $tenant AND episode.tenant = $tenant
      RETURN episode.session
    } AS session
    RETURN collect(DISTINCT session) AS sessions
  }
  WITH belief, sessions
  WHERE size(sessions) >= $least
  RETURN {belief: belief.id, sessions: sessions} AS proposal
}
RETURN max(slot.key) AS last,
       collect(CASE WHEN proposal IS NULL THEN null ELSE {
         slot: slot.key, belief: proposal.belief, sessions: proposal.sessions
       } END) AS found
