// When the tenant last changed, if that is later than a time: its clock may have been set back.
//
// access  read
// scans   what is later than the time: nothing, unless the clock is behind
// param   tenant   STRING
// param   now      ZONED DATETIME
// param   forever  ZONED DATETIME  the end of time
// column  at       ZONED DATETIME  null if there was no change later than that
CYPHER 25 replan=skip
CALL () {
  MATCH (memory:Memory {tenant: $tenant})
    USING INDEX SEEK memory:Memory(tenant, recorded_at, id)
  WHERE memory.recorded_at > $now AND memory.id IS NOT NULL
  RETURN max(memory.recorded_at) AS at
  UNION ALL
  MATCH (memory:Memory {tenant: $tenant})
    USING INDEX SEEK memory:Memory(tenant, retired_at, id, retired_reason)
  WHERE $now < memory.retired_at < $forever
    AND memory.id IS NOT NULL AND memory.retired_reason IS NOT NULL
  RETURN max(memory.retired_at) AS at
  UNION ALL
  MATCH (entity:Entity {tenant: $tenant})
    USING INDEX SEEK entity:Entity(tenant, created_at, id)
  WHERE entity.created_at > $now AND entity.id IS NOT NULL
  RETURN max(entity.created_at) AS at
  UNION ALL
  MATCH (audit:Audit {tenant: $tenant})
    USING INDEX SEEK audit:Audit(tenant, at)
  WHERE audit.at > $now
  RETURN max(audit.at) AS at
}
RETURN max(at) AS at
