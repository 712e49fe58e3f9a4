// Write down what an erasure has deleted, and what is left.
//
// access  write
// param   tenant    STRING
// param   id        STRING
// param   deleted   STRING   JSON: numbers by what was deleted
// param   residue   INTEGER
// param   complete  BOOLEAN
// column  erasure   MAP
CYPHER 25
MATCH (erasure:Erasure {tenant: $tenant, id: $id})
  USING INDEX SEEK erasure:Erasure(tenant, id)
SET erasure.deleted = $deleted,
    erasure.residue = $residue,
    erasure.complete = $complete,
    erasure.unfinished = CASE WHEN $complete THEN null ELSE true END
RETURN erasure {.*} AS erasure
