// Slots by their keys, and all the slots under some parents.
//
// access  read
// param   tenant   STRING
// param   keys     LIST<STRING>
// param   parents  LIST<STRING>
// column  key        STRING
// column  parent     STRING
// column  entity     STRING
// column  attribute  STRING
// column  context    STRING
// column  scope      STRING
CYPHER 25
CALL () {
  MATCH (slot:Slot)
    USING INDEX SEEK slot:Slot(tenant, key)
  WHERE slot.key IN $keys AND slot.tenant = $tenant
  RETURN slot
  UNION
  MATCH (slot:Slot)
    USING INDEX SEEK slot:Slot(parent)
  WHERE slot.parent IN $parents AND slot.tenant = $tenant
  RETURN slot
}
RETURN slot.key AS key,
       slot.parent AS parent,
       slot.entity AS entity,
       slot.attribute AS attribute,
       slot.context AS context,
       slot.scope AS scope
ORDER BY key
