// Bring the store's embedding state a step further; nothing if it is not as it was read.
//
// access  write
// tenant  all         the store has one model, because it has one index
// param   store       STRING
// param   generation  INTEGER  as it was read
// param   phase       STRING   as it was read
// param   next_model  STRING   as it was read
// param   changed     MAP      what to set
// column  state       MAP
CYPHER 25
MATCH (state:Embedding {store: $store})
  USING INDEX SEEK state:Embedding(store)
REMOVE state.checksum
WITH state
WHERE state.generation = $generation
  AND state.phase = $phase
  AND coalesce(state.next_model, '') = coalesce($next_model, '')
SET state += $changed
RETURN properties(state) AS state
