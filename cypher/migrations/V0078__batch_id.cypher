// A tenant's batches.
//
// access  schema
CYPHER 25
CREATE CONSTRAINT batch_id IF NOT EXISTS
FOR (it:Batch) REQUIRE (it.tenant, it.id) IS UNIQUE
