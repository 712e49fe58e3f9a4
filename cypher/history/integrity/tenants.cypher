// The first tenant, in order of name, after one: the indexes are skipped through, not read.
//
// access  read
// scans   the first entry after a tenant is the next tenant
// tenant  all   it finds them
// param   after   STRING   the last tenant seen; empty to begin
// column  tenant  STRING   null if there is none
CYPHER 25
CALL () {
  MATCH (slot:Slot)
    USING INDEX SEEK slot:Slot(tenant, key)
  WHERE slot.tenant > $after AND slot.key IS NOT NULL
  RETURN slot.tenant AS tenant
  ORDER BY tenant
  LIMIT 1
  UNION ALL
  MATCH (memory:Memory)
    USING INDEX SEEK memory:Memory(tenant, id)
  WHERE memory.tenant > $after AND memory.id IS NOT NULL
  RETURN memory.tenant AS tenant
  ORDER BY tenant
  LIMIT 1
  UNION ALL
  MATCH (entity:Entity)
    USING INDEX SEEK entity:Entity(tenant, name)
  WHERE entity.tenant > $after AND entity.name IS NOT NULL
  RETURN entity.tenant AS tenant
  ORDER BY tenant
  LIMIT 1
  UNION ALL
  MATCH (episode:Episode)
    USING INDEX SEEK episode:Episode(tenant, recorded_at, id)
  WHERE episode.tenant > $after AND episode.recorded_at IS NOT NULL AND episode.id IS NOT NULL
  RETURN episode.tenant AS tenant
  ORDER BY tenant
  LIMIT 1
  UNION ALL
  MATCH (attribute:Attribute)
    USING INDEX SEEK attribute:Attribute(tenant, name)
  WHERE attribute.tenant > $after AND attribute.name IS NOT NULL
  RETURN attribute.tenant AS tenant
  ORDER BY tenant
  LIMIT 1
}
RETURN min(tenant) AS tenant
