// What the lines of a context block say: beliefs, in any version, and the memories that state them.
//
// access  read
// param   tenant       STRING
// param   scopes       LIST<STRING>    that are seen; null for all
// param   beliefs      LIST<STRING>
// param   memories     LIST<STRING>
// param   system_last  ZONED DATETIME  contested as known then
// column  beliefs      LIST<MAP>       belief: its properties; contested
// column  memories     LIST<MAP>       id, text, said_at, source_kind, speaker, context, inference,
//                                  offset, over: whether it only says that something is over,
//                                      denied: whether that something is not so
CYPHER 25
CALL () {
  MATCH ()-[found:BELIEF]->()
    USING INDEX SEEK found:BELIEF(id)
  WHERE found.id IN $beliefs
    AND found.tenant = $tenant
    AND ($scopes IS NULL OR coalesce(found.scope, '') IN $scopes)
  RETURN collect({
    belief: properties(found),
    contested: EXISTS {
      MATCH (contradiction:Contradiction {open_parent: found.parent})
        USING INDEX SEEK contradiction:Contradiction(open_parent)
      WHERE contradiction.tenant = $tenant
        AND contradiction.slot IN [found.slot, found.parent]
        AND contradiction.detected_at <= $system_last
        AND contradiction.detected_at < found.system_to
    }
  }) AS beliefs
}
// Of what was found, so that it is one row beside one and no product.
CALL (beliefs) {
  MATCH (memory:Memory)
    USING INDEX SEEK memory:Memory(tenant, id)
  WHERE memory.id IN $memories
    AND memory.tenant = $tenant
    AND ($scopes IS NULL OR coalesce(memory.scope, '') IN $scopes)
  RETURN collect(memory {
    .id, .text, .said_at, .source_kind, .speaker, .context, .inference, .offset,
    over: coalesce(memory.end_unknown AND memory.negative, false),
    denied: coalesce(memory.negative, false)
  }) AS memories
}
RETURN beliefs, memories
