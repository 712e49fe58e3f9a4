// How many memories there are, and how many wait for a vector of a generation.
//
// access  read
// scans   counts what it reads
// param   tenant      STRING   null: the whole store's
// param   generation  INTEGER
// column  memories    INTEGER
// column  pending     INTEGER
CYPHER 25
RETURN COUNT {
         MATCH (memory:Memory)
           USING INDEX SEEK memory:Memory(embedded, recorded_at)
         WHERE memory.embedded >= 0
           AND memory.recorded_at IS NOT NULL
           AND ($tenant IS NULL OR memory.tenant = $tenant)
       } AS memories,
       COUNT {
         MATCH (memory:Memory)
           USING INDEX SEEK memory:Memory(embedded, recorded_at)
         WHERE memory.embedded < $generation
           AND memory.recorded_at IS NOT NULL
           AND ($tenant IS NULL OR memory.tenant = $tenant)
       } AS pending
