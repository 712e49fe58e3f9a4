// What a server has to understand that the statements are sent to; it is explained, and never run.
//
// access  read
// param   tenant  STRING
// param   vector  LIST<FLOAT>
// column  id      STRING
CYPHER 25
MATCH (memory:Memory)
SEARCH memory IN (
  VECTOR INDEX memory_vector_a
  FOR $vector
  WHERE memory.tenant = $tenant
  LIMIT 1
)
RETURN memory.id AS id
