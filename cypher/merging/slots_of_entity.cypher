// Every slot that hangs on an entity, and those of some keys, with the entity each hangs on.
//
// access  read
// param   tenant  STRING
// param   entity  STRING
// param   keys    LIST<STRING>
// column  slot    MAP
CYPHER 25
CALL () {
  MATCH (slot:Slot)
    USING INDEX SEEK slot:Slot(entity, attribute)
  WHERE slot.entity = $entity AND slot.attribute IS NOT NULL AND slot.tenant = $tenant
  RETURN slot
  UNION
  MATCH (slot:Slot)
    USING INDEX SEEK slot:Slot(tenant, key)
  WHERE slot.key IN $keys AND slot.tenant = $tenant
  RETURN slot
}
RETURN slot { .key, .parent, .entity, .attribute, .context } AS slot
