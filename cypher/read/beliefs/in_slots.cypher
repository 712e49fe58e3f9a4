// The beliefs of relations in some slots that meet a region of the plane.
//
// access  read
// scope   all  its keys are of slots that are seen
// param   tenant        STRING
// param   slots         LIST<STRING>
// param   valid_first   ZONED DATETIME  the region of the plane, both ends included
// param   valid_last    ZONED DATETIME
// param   system_first  ZONED DATETIME
// param   system_last   ZONED DATETIME
// column  belief  MAP
CYPHER 25
UNWIND $slots AS key
MATCH ()-[found:BELIEF]->()
  USING INDEX SEEK found:BELIEF(slot, system_to, valid_to)
WHERE found.slot = key
  AND found.target IS NOT NULL
  AND found.system_to > $system_first
  AND found.valid_to > $valid_first
  AND found.valid_from <= $valid_last
  AND found.system_from <= $system_last
  AND found.tenant = $tenant
RETURN found {
         .slot, .canonical, .valid_from, .valid_to, .system_from, .system_to
       } AS belief
