// Give a memory that stands for several the confirmations and accesses of these.
//
// access  write
// param   tenant         STRING
// param   memory         STRING
// param   confirmations  INTEGER
// param   doubt          FLOAT           what they leave of it, 0 to 1
// param   confirmed_at   ZONED DATETIME
// param   accesses       INTEGER
// param   accessed_at    ZONED DATETIME  null: never
CYPHER 25
MERGE (counter:Counter {memory: $memory})
  ON CREATE SET counter.tenant = $tenant
SET counter.confirmations = $confirmations,
    counter.doubt = $doubt,
    counter.last_confirmed_at = $confirmed_at,
    counter.accesses = $accesses,
    counter.last_accessed_at = $accessed_at
