// The belief of one slot with a context at one point of the plane; if no claim was known of that
// context then, of the slot without context. Also the registry's version, as in belief.cypher.
// Of several scopes, the first in which one holds.
//
// access  read
// scope   all  its keys are of the scopes that are seen
// param   tenant     STRING
// param   slots      LIST<MAP>       of each scope parent, the key of entity, attribute and context,
//                                    and undivided, that of entity and attribute without context
// param   valid_at   ZONED DATETIME  the moment in the world
// param   system_at  ZONED DATETIME  the moment in the record
// column  belief     MAP             null if nothing holds
// column  contested  BOOLEAN
// column  registry   INTEGER         null if the tenant is unknown
// column  own        BOOLEAN         whether claims were known of the context
CYPHER 25
UNWIND range(0, size($slots) - 1) AS place
WITH place, EXISTS {
  MATCH (slot:Slot {parent: $slots[place].parent})
    USING INDEX SEEK slot:Slot(parent)
  MATCH (claim:Memory {slot: slot.key})
    USING INDEX SEEK claim:Memory(slot, retired_at, start)
  WHERE claim.tenant = $tenant
    AND claim.admitted_at <= $system_at
    AND claim.retired_at > $system_at
    AND claim.start IS NOT NULL
} AS own
WITH place, own, CASE WHEN own THEN $slots[place].parent ELSE $slots[place].undivided END AS parent
OPTIONAL CALL (parent) {
  MATCH ()-[found:BELIEF]->()
    USING INDEX SEEK found:BELIEF(parent, valid_to, system_to, valid_from, system_from)
  WHERE found.parent = parent
    AND found.valid_to > $valid_at
    AND found.valid_from <= $valid_at
    AND found.system_from <= $system_at
    AND found.system_to > $system_at
    AND found.tenant = $tenant
  RETURN found
}
WITH place, own, found
ORDER BY found IS NULL, found IS NULL AND NOT own, place, found.valid_from DESC, found.system_from DESC, found.id
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
