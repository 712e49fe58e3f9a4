// Every belief of a slot that is known now.
//
// access  read
// param   tenant   STRING
// param   slot     STRING
// param   forever  ZONED DATETIME  the end of time
// column  belief   MAP
CYPHER 25
CALL () {
  MATCH ()-[belief:ATTRIBUTE {tenant: $tenant, slot: $slot, system_to: $forever}]->()
    USING INDEX SEEK belief:ATTRIBUTE(slot, system_to, valid_to)
  WHERE belief.valid_to <= $forever
  RETURN belief
  UNION ALL
  MATCH ()-[belief:RELATION {tenant: $tenant, slot: $slot, system_to: $forever}]->()
    USING INDEX SEEK belief:RELATION(slot, system_to, valid_to)
  WHERE belief.valid_to <= $forever
  RETURN belief
}
RETURN properties(belief) AS belief
