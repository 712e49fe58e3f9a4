// Keep the vectors of some memories, where the store's model is still the one they are of.
// A memory whose text gives none is passed over from now on. Each is locked before it is looked at,
// so that no two workers keep the same one. One with its first vector waits to be compared.
//
// access  write
// tenant  all         what waits is worked off in batches, whosever it is; each row names its own
// param   store       STRING
// param   model       STRING
// param   generation  INTEGER    the generation that these belong to
// param   property    STRING     where vectors of this generation are kept
// param   former      STRING     where those of the one before are
// param   rows        LIST<MAP>  id, tenant, vector or null
// column  kept        INTEGER
CYPHER 25
MATCH (state:Embedding {store: $store})
  USING INDEX SEEK state:Embedding(store)
WHERE (state.generation = $generation AND state.model = $model)
   OR (state.generation + 1 = $generation AND state.next_model = $model)
UNWIND $rows AS row
MATCH (memory:Memory {id: row.id, tenant: row.tenant})
  USING INDEX SEEK memory:Memory(tenant, id)
REMOVE memory.checksum
WITH memory, row,
     memory.embedded < $generation AS waits,
     memory.embedded = 0 AND row.vector IS NOT NULL AS first
WHERE waits
SET memory.embedded = $generation,
    memory.former = CASE WHEN memory[$former] IS NULL THEN null ELSE true END,
    memory[$property] = row.vector,
    memory.uncompared = CASE WHEN first THEN true ELSE memory.uncompared END
RETURN count(memory) AS kept
