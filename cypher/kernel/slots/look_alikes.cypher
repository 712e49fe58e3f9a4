// The entities that stand rejected at the ends of some relations, by their names, and the names of
// what is claimed; each with those of its whole identity.
//
// The key of a private name has its scope before a tab.
//
// access  read
// param   tenant     STRING
// param   ends       LIST<MAP>       number, found_by (the slot's rejections), value (the entity claimed)
// param   forever    ZONED DATETIME  the end of time
// column  number     INTEGER
// column  rejection  STRING          its id
// column  names      LIST<STRING>    of what is rejected
// column  called     LIST<STRING>    of what is claimed; empty for an entity that is yet to be made
CYPHER 25
UNWIND $ends AS end
MATCH (rejection:Rejection {tenant: $tenant, found_by: end.found_by, lifted_at: $forever})
  USING INDEX SEEK rejection:Rejection(found_by)
WITH end, collect(rejection) AS standing
WITH end, standing,
     COLLECT {
       MATCH (entity:Entity {tenant: $tenant, id: end.value})
             (()-[link:SAME_AS WHERE link.tenant = $tenant AND link.system_to = $forever]-()){0,}
             (one:Entity)<-[bears:NAMES]-(name:Name)
         USING INDEX SEEK entity:Entity(id)
       WHERE bears.tenant = $tenant AND name.tenant = $tenant
       RETURN DISTINCT last(split(name.key, '\t'))
     } AS called
UNWIND standing AS rejection
RETURN end.number AS number, rejection.id AS rejection,
       COLLECT {
         MATCH (entity:Entity {tenant: $tenant, id: rejection.canonical})
               (()-[link:SAME_AS WHERE link.tenant = $tenant AND link.system_to = $forever]-()){0,}
               (one:Entity)<-[bears:NAMES]-(name:Name)
           USING INDEX SEEK entity:Entity(id)
         WHERE bears.tenant = $tenant AND name.tenant = $tenant
         RETURN DISTINCT last(split(name.key, '\t'))
       } AS names,
       called
ORDER BY number, rejection
