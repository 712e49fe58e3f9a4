// A person turns a waiting memory away: it leaves the queue and never becomes a claim by itself.
//
// access  write
// param   tenant  STRING
// param   id      STRING
// param   now     ZONED DATETIME
// param   actor   STRING
// param   reason  STRING
// param   audit   MAP       properties of its record
// column  turned  INTEGER   1; 0 if it is decided already
CYPHER 25
MATCH (memory:Waiting {tenant: $tenant, id: $id})
  USING INDEX SEEK memory:Waiting(tenant, id)
REMOVE memory.checksum
WITH memory
WHERE memory.queue IS NOT NULL
SET memory.retired_at = $now, memory.decided_by = $actor, memory.decided_reason = $reason
REMOVE memory.queue
CREATE (audit:Audit)
SET audit = $audit, audit.tenant = $tenant, audit.unsealed = $tenant
RETURN count(memory) AS turned
