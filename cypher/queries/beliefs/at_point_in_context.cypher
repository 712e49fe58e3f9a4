// The belief of one slot with a context at one point of the plane; if no claim was known of that
// context then, of the slot without context. Also the registry's version, as in belief.cypher.
//
// access  read
// param   tenant     STRING
// param   parent     STRING          the key of entity, attribute and context
// param   common     STRING          the key of entity and attribute without context
// param   valid_at   ZONED DATETIME  the moment in the world
// param   system_at  ZONED DATETIME  the moment in the record
// column  belief     MAP             null if nothing holds
// column  contested  BOOLEAN
// column  registry   INTEGER         null if the tenant is unknown
// column  own        BOOLEAN         whether claims were known of the context
CYPHER 25
WITH EXISTS {
  MATCH (slot:Slot {parent: $parent})
    USING INDEX SEEK slot:Slot(parent)
  MATCH (claim:Memory {slot: slot.key})
    USING INDEX SEEK claim:Memory(slot, retired_at, start)
  WHERE claim.tenant = $tenant
    AND claim.admitted_at <= $system_at
    AND claim.retired_at > $system_at
    AND claim.start IS NOT NULL
} AS own
WITH own, CASE WHEN own THEN $parent ELSE $common END AS parent
OPTIONAL CALL (parent) {
  MATCH ()-[found:ATTRIBUTE]->()
    USING INDEX SEEK found:ATTRIBUTE(parent, valid_to, system_to, valid_from, system_from)
  WHERE found.parent = parent
    AND found.valid_to > $valid_at
    AND found.valid_from <= $valid_at
    AND found.system_from <= $system_at
    AND found.system_to > $system_at
    AND found.tenant = $tenant
  RETURN found
  UNION ALL
  MATCH ()-[found:RELATION]->()
    USING INDEX SEEK found:RELATION(parent, valid_to, system_to, valid_from, system_from)
  WHERE found.parent = parent
    AND found.valid_to > $valid_at
    AND found.valid_from <= $valid_at
    AND found.system_from <= $system_at
    AND found.system_to > $system_at
    AND found.tenant = $tenant
  RETURN found
}
WITH own, found
ORDER BY found.valid_from DESC, found.system_from DESC, found.id
LIMIT 1
OPTIONAL MATCH (tenant:Tenant {tenant: $tenant})
  USING INDEX SEEK tenant:Tenant(tenant)
RETURN properties(found) AS belief,
       EXISTS {
         MATCH (contradiction:Contradiction {open_parent: found.parent})
           USING INDEX SEEK contradiction:Contradiction(open_parent)
         WHERE contradiction.tenant = $tenant
           AND contradiction.slot IN [found.slot, found.parent]
           AND contradiction.detected_at <= $system_at
           AND contradiction.detected_at < found.system_to
       } AS contested,
       tenant.registry AS registry,
       own
