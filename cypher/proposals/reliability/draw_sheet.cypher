// Draw memories by chance of what extractors stated since the last sheet, and keep them as a sheet.
//
// Nothing is drawn while the last sheet has no mark at all, and twice at one time. What somebody
// keeps to himself is shown to nobody.
//
// access  write
// scans   what a tenant recorded since the last sheet
// param   tenant   STRING
// param   now      ZONED DATETIME  when it is drawn
// param   start    ZONED DATETIME  the beginning of time
// param   forever  ZONED DATETIME  the end of time
// param   size     INTEGER
// column  drawn    INTEGER
CYPHER 25
MERGE (tenant:Tenant {tenant: $tenant})
  ON CREATE SET tenant.registry = 0
REMOVE tenant.checksum
WITH COLLECT {
    MATCH (before:Sample)
      USING INDEX SEEK before:Sample(tenant, drawn_at)
    WHERE before.tenant = $tenant AND before.drawn_at IS NOT NULL
    RETURN before.drawn_at
    ORDER BY before.tenant DESC, before.drawn_at DESC
    LIMIT 1
  }[0] AS last
WHERE last IS NULL
   OR last < $now AND EXISTS {
     MATCH (marked:Sample {tenant: $tenant, drawn_at: last})
       USING INDEX SEEK marked:Sample(tenant, drawn_at)
     WHERE marked.correct IS NOT NULL
   }
MATCH (memory:Memory)
  USING INDEX SEEK memory:Memory(tenant, recorded_at, id)
WHERE memory.tenant = $tenant
  AND memory.recorded_at > coalesce(last, $start)
  AND memory.recorded_at <= $now
  AND memory.id IS NOT NULL
  AND memory.extractor IS NOT NULL
  AND memory.retired_at = $forever
  AND memory.scope IS NULL
  AND EXISTS { MATCH (memory)-[rests:EVIDENCED_BY]->(:Turn) WHERE rests.tenant = $tenant }
  AND NOT EXISTS {
    MATCH (memory)<-[gave:SUPERSEDED_BY]-()
    WHERE gave.tenant = $tenant AND gave.reason = 'CONSOLIDATION'
  }
  AND NOT EXISTS {
    MATCH (known:Sample {tenant: $tenant, memory: memory.id})
      USING INDEX SEEK known:Sample(tenant, memory)
  }
WITH memory
ORDER BY rand()
LIMIT $size
CREATE (:Sample {
  tenant: $tenant, memory: memory.id, drawn_at: $now, extractor: memory.extractor,
  stated: coalesce(memory.stated_confidence, memory.confidence)
})
RETURN count(*) AS drawn
