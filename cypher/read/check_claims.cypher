// Every claim ever admitted to some slots, with its supersessions on both axes, whatever tenant
// they say they are of.
//
// access  read
// tenant  all   what crosses a tenant is what is looked for
// param   slots  LIST<STRING>
// column  claim  MAP
// column  links  LIST<MAP>     what it gave way to, why, and when that was known
CYPHER 25
MATCH (claim:Memory)
WHERE claim.slot IN $slots AND claim.retired_at IS NOT NULL AND claim.start IS NOT NULL
WITH claim
ORDER BY claim.slot, claim.id
RETURN claim {
         .id, .tenant, .scope, .slot, .parent, .canonical, .value, .typed, .target, .negative, .start,
         .end, .stated, .precision, .precision_to, .vouched_until, .said_at, .placed_at, .ordinal,
         .expires_at, .admitted_at, .retired_at, .confidence, .authority, .speaker, .holds_from,
         .holds_to, heir: null
       } AS claim,
       COLLECT {
         MATCH (claim)-[link:SUPERSEDED_BY]->(heir:Memory)
         RETURN {
           heir: heir.id,
           reason: link.reason,
           system_from: link.system_from,
           system_to: link.system_to
         }
         ORDER BY link.system_from, heir.id
       } AS links
