// A memory is always looked for with its tenant.
//
// access  schema
CYPHER 25
DROP CONSTRAINT memory_id IF EXISTS
