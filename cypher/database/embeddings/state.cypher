// Which embedding model the store's vectors are of, and how far a change to another one is.
//
// access  read
// tenant  all    the store has one model, because it has one index
// param   store  STRING
// column  state  MAP
CYPHER 25
MATCH (state:Embedding {store: $store})
  USING INDEX SEEK state:Embedding(store)
RETURN properties(state) AS state
