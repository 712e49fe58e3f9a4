// The first and the last of the speakers of a tenant's memories, in the order of their names.
//
// access  read
// param   tenant       STRING
// column  first        STRING  null where no memory has a speaker
// column  last         STRING  the same as the first if only one speaks
// column  source_kind  STRING  of a memory of the first
CYPHER 25
OPTIONAL CALL () {
  MATCH (memory:Memory)
    USING INDEX SEEK memory:Memory(tenant, speaker, id)
  WHERE memory.tenant = $tenant AND memory.speaker IS NOT NULL AND memory.id IS NOT NULL
  RETURN memory AS first
  ORDER BY memory.tenant, memory.speaker, memory.id
  LIMIT 1
}
OPTIONAL CALL () {
  MATCH (memory:Memory)
    USING INDEX SEEK memory:Memory(tenant, speaker, id)
  WHERE memory.tenant = $tenant AND memory.speaker IS NOT NULL AND memory.id IS NOT NULL
  RETURN memory AS last
  ORDER BY memory.tenant DESC, memory.speaker DESC, memory.id DESC
  LIMIT 1
}
RETURN first.speaker AS first, last.speaker AS last, first.source_kind AS source_kind
