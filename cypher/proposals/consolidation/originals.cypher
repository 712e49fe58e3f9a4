// Memories with what they are compared by: their words, their value and their vector.
//
// access  read
// param   tenant     STRING
// param   scopes     LIST<STRING>    that are seen; null for all
// param   ids        LIST<STRING>
// param   property   STRING          where their vectors are
// column  id         STRING
// column  text       STRING
// column  value      STRING          null of a relation
// column  canonical  STRING
// column  attribute  STRING
// column  importance FLOAT
// column  said_at    ZONED DATETIME
// column  vector     LIST<FLOAT>     null where there is none yet
CYPHER 25
UNWIND $ids AS id
MATCH (memory:Memory {id: id, tenant: $tenant})
  USING INDEX SEEK memory:Memory(tenant, id)
WHERE ($scopes IS NULL OR coalesce(memory.scope, '') IN $scopes)
RETURN memory.id AS id,
       memory.text AS text,
       memory.value AS value,
       memory.canonical AS canonical,
       memory.attribute AS attribute,
       coalesce(memory.importance, 0.5) AS importance,
       memory.said_at AS said_at,
       memory[$property] AS vector
ORDER BY importance DESC, said_at, text, id
