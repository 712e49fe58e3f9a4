// A slot is always looked for with its tenant.
//
// access  schema
CYPHER 25
DROP CONSTRAINT slot_key IF EXISTS
