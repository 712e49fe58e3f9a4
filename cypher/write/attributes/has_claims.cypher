// Whether any slot of a tenant already holds claims about an attribute.
//
// access  read
// param   tenant     STRING
// param   attribute  STRING
// column  claimed    BOOLEAN
CYPHER 25
RETURN EXISTS {
  MATCH (slot:Slot {tenant: $tenant, attribute: $attribute})
    USING INDEX SEEK slot:Slot(tenant, attribute)
} AS claimed
