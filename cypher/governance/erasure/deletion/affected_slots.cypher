// Some slots, as the check lists them.
//
// access  read
// param   tenant  STRING
// param   keys    LIST<STRING>
// column  slot    MAP           key, parent, scope, entity, attribute, context
CYPHER 25
MATCH (slot:Slot)
  USING INDEX SEEK slot:Slot(tenant, key)
WHERE slot.tenant = $tenant AND slot.key IN $keys
RETURN slot {.key, .parent, scope: coalesce(slot.scope, ''), .entity, .attribute, .context} AS slot
ORDER BY slot.key
