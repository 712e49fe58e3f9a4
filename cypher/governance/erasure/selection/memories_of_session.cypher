// The memories of a session.
//
// access  read
// param   tenant   STRING
// param   session  STRING
// column  ids      LIST<STRING>
CYPHER 25
MATCH (memory:Memory)
  USING INDEX SEEK memory:Memory(tenant, session, id)
WHERE memory.tenant = $tenant AND memory.session = $session AND memory.id IS NOT NULL
RETURN collect(memory.id) AS ids
