// The slots of the values of a many-valued attribute, in the order in which they are locked.
//
// access  read
// param   tenant  STRING
// param   parent  STRING
// column  key     STRING
CYPHER 25
MATCH (slot:Slot {parent: $parent, tenant: $tenant})
  USING INDEX SEEK slot:Slot(parent)
WHERE slot.key <> $parent
RETURN slot.key AS key
ORDER BY key
LIMIT 100000
