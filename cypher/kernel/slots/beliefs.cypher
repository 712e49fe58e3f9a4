// Every belief of a slot that is known now.
//
// access  read
// param   tenant   STRING
// param   slot     STRING
// param   forever  ZONED DATETIME  the end of time
// column  belief   MAP
CYPHER 25
MATCH ()-[belief:BELIEF {tenant: $tenant, slot: $slot, system_to: $forever}]->()
  USING INDEX SEEK belief:BELIEF(slot, system_to, valid_to)
WHERE belief.valid_to <= $forever
RETURN properties(belief) AS belief
