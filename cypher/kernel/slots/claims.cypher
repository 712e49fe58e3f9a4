// Every live claim of a slot, for a change that cannot do with a window of them.
//
// access  read
// param   tenant    STRING
// param   slot      STRING
// param   nameless  STRING          where negative claims without a value stand
// param   forever   ZONED DATETIME  the end of time
// column  claim     MAP
CYPHER 25
MATCH (claim:Memory {tenant: $tenant})
  USING INDEX SEEK claim:Memory(slot, retired_at, start)
WHERE claim.slot IN [$slot, $nameless] AND claim.retired_at = $forever AND claim.start < $forever
RETURN claim {
         .id, .canonical, .value, .typed, .target, .negative, .start, .end, .stated, .precision,
         .precision_to, .offset, .offset_to, .vouched_until, .said_at, .placed_at, .ordinal, .expires_at, .confidence,
         .authority, .speaker, .context, .start_unknown, .end_unknown, .holds_from, .holds_to,
         successor: head([(claim)-[gave:SUPERSEDED_BY {tenant: $tenant, system_to: $forever}]->(successor) |
                     [successor.id, gave.reason]])
       } AS claim
