// The store's vectors are of this model from now on, unless there is a model already.
//
// access  write
// tenant  all        the store has one model, because it has one index
// param   store      STRING
// param   model      STRING
// param   dimension  INTEGER
// column  state      MAP      as it was, where there was one
CYPHER 25
MERGE (state:Embedding {store: $store})
ON CREATE SET state.model = $model,
              state.dimension = $dimension,
              state.generation = 1,
              state.side = 'a',
              state.phase = 'STEADY'
RETURN properties(state) AS state
