// The first and the last of the speakers of a tenant's memories, in the order of their names.
//
// access  read
// param   tenant  STRING
// param   scopes  LIST<STRING>  that are seen; null for all
// param   among   INTEGER       so many are looked at, from either end
// column  first   MAP           speaker, source_kind; null where no memory has a speaker
// column  last    MAP           has the same speaker if only one speaks
CYPHER 25
RETURN HEAD(COLLECT {
         MATCH (memory:Memory)
           USING INDEX SEEK memory:Memory(tenant, speaker, id)
         WHERE memory.tenant = $tenant AND memory.speaker IS NOT NULL AND memory.id IS NOT NULL
         WITH memory
         ORDER BY memory.tenant, memory.speaker, memory.id
         LIMIT $among
         WITH memory
         WHERE ($scopes IS NULL OR coalesce(memory.scope, '') IN $scopes)
         LIMIT 1
         RETURN memory {.speaker, .source_kind}
       }) AS first,
       HEAD(COLLECT {
         MATCH (memory:Memory)
           USING INDEX SEEK memory:Memory(tenant, speaker, id)
         WHERE memory.tenant = $tenant AND memory.speaker IS NOT NULL AND memory.id IS NOT NULL
         WITH memory
         ORDER BY memory.tenant DESC, memory.speaker DESC, memory.id DESC
         LIMIT $among
         WITH memory
         WHERE ($scopes IS NULL OR coalesce(memory.scope, '') IN $scopes)
         LIMIT 1
         RETURN memory {.speaker, .source_kind}
       }) AS last
