// The belief of one slot at one point of the plane, and the version of the registry that the slot's
// key was made with: one round trip answers and says if to ask again.
// Of the values of a many-valued attribute: the one with the latest start, then the last recorded.
// Of several scopes, the first in which one holds.
//
// access  read
// scope   all  its keys are of the scopes that are seen
// param   tenant     STRING
// param   parents    LIST<STRING>    the keys of entity, attribute and context, one of each scope
// param   valid_at   ZONED DATETIME  the moment in the world
// param   system_at  ZONED DATETIME  the moment in the record
// column  belief     MAP             null if nothing holds
// column  contested  BOOLEAN
// column  registry   INTEGER         null if the tenant is unknown
CYPHER 25
OPTIONAL CALL () {
  UNWIND range(0, size($parents) - 1) AS place
  MATCH ()-[found:BELIEF]->()
    USING INDEX SEEK found:BELIEF(parent, valid_to, system_to, valid_from, system_from)
  WHERE found.parent = $parents[place]
    AND found.valid_to > $valid_at
    AND found.valid_from <= $valid_at
    AND found.system_from <= $system_at
    AND found.system_to > $system_at
    AND found.tenant = $tenant
  RETURN place, found
}
WITH place, found
ORDER BY place, found.valid_from DESC, found.system_from DESC, found.id
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
       tenant.registry AS registry
