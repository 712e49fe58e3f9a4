// Whether claims that start no later than a moment reach beyond it, or were said after another.
//
// access  read
// param   tenant    STRING
// param   slot      STRING
// param   nameless  STRING          where negative claims without a value stand
// param   start     ZONED DATETIME  the start under the window
// param   said      ZONED DATETIME  the first time of speaking in the window
// param   forever   ZONED DATETIME  the end of time
// column  reaching  BOOLEAN
// column  later     BOOLEAN
CYPHER 25
RETURN EXISTS {
         MATCH (claim:Memory {tenant: $tenant, retired_at: $forever})
           USING INDEX SEEK claim:Memory(slot, retired_at, reach)
         WHERE claim.slot IN [$slot, $nameless] AND claim.reach > $start AND claim.start <= $start
       } AS reaching,
       EXISTS {
         MATCH (claim:Memory {tenant: $tenant, retired_at: $forever})
           USING INDEX SEEK claim:Memory(slot, retired_at, said_at)
         WHERE claim.slot IN [$slot, $nameless] AND claim.said_at >= $said AND claim.start <= $start
       } AS later
