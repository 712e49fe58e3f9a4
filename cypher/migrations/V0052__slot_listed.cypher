// Lists a tenant's slots, to check them.
//
// access  schema
CYPHER 25
CREATE INDEX slot_listed IF NOT EXISTS
FOR (it:Slot) ON (it.tenant, it.key)
