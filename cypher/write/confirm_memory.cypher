// Count one confirmation of a memory, on a node of its own so that no writer waits for it.
//
// What is left of the doubt shrinks by each independent confirmation's own doubt.
//
// access  write
// param   tenant   STRING
// param   scopes   LIST<STRING>  that are seen; null for all
// param   memory   STRING
// param   at       ZONED DATETIME
// param   now      ZONED DATETIME
// param   forever  ZONED DATETIME
// param   actor    STRING
// param   audit    STRING
// column  memory   STRING
CYPHER 25
MATCH (claim:Memory {id: $memory, tenant: $tenant})
  USING INDEX SEEK claim:Memory(tenant, id)
WHERE claim.retired_at = $forever
  AND ($scopes IS NULL OR coalesce(claim.scope, '') IN $scopes)
MERGE (counter:Counter {memory: $memory})
  ON CREATE SET counter.tenant = $tenant, counter.confirmations = 0, counter.doubt = 1.0
SET counter.confirmations = coalesce(counter.confirmations, 0) + 1,
    counter.doubt = coalesce(counter.doubt, 1.0) * (1.0 - claim.confidence),
    counter.last_confirmed_at = CASE
      WHEN counter.last_confirmed_at > $at THEN counter.last_confirmed_at
      ELSE $at
    END
CREATE (:Audit {tenant: $tenant, unsealed: $tenant, id: $audit, at: $now, actor: $actor, action: 'confirm',
                subject: $memory, reason: null, gate: null, scope: claim.scope})
RETURN claim.id AS memory
