// What a part of a file names: who bears its names, which of its ids and which of its memories are
// there, and the registry's version.
//
// access  read
// param   tenant    STRING
// param   keys      LIST<STRING>    canonical names
// param   ids       LIST<STRING>    of entities
// param   memories  LIST<STRING>    ids that the lines' claims will have
// param   forever   ZONED DATETIME  the end of time
// column  registry  INTEGER
// column  found     LIST<MAP>       key (the name's, or the id asked for), id, kind, name, stands
//                                   (the entity that stands for its identity), identity,
//                                   consents (null if there are none)
// column  known     LIST<STRING>    those of the memories that are there
CYPHER 25 replan=skip
CALL () {
  CALL () {
    UNWIND $keys AS key
    MATCH (name:Name {tenant: $tenant, key: key})-[:NAMES]->(entity:Entity {tenant: $tenant})
      USING INDEX SEEK name:Name(tenant, key)
    RETURN key, entity
    UNION ALL
    UNWIND $ids AS key
    MATCH (entity:Entity {tenant: $tenant, id: key})
      USING INDEX SEEK entity:Entity(id)
    // What a file says, it says in the common scope.
    WHERE entity.scope IS NULL
    RETURN key, entity
  }
  CALL (entity) {
    MATCH (entity)
          (()-[same:SAME_AS WHERE same.tenant = $tenant AND same.system_to = $forever]->()){0,}
          (stands:Entity)
    WHERE NOT EXISTS {
      MATCH (stands)-[onward:SAME_AS]->()
      WHERE onward.tenant = $tenant AND onward.system_to = $forever
    }
    RETURN stands
  }
  WITH key, entity, stands
  ORDER BY key, entity.id
  RETURN collect({
           key: key, id: entity.id, kind: entity.kind, name: entity.name, stands: stands.id,
           identity: coalesce(stands.identity, 0), consents: stands.consents
         }) AS found
}
OPTIONAL MATCH (tenant:Tenant {tenant: $tenant})
  USING INDEX SEEK tenant:Tenant(tenant)
RETURN coalesce(tenant.registry, 0) AS registry,
       found,
       COLLECT {
         UNWIND $memories AS id
         MATCH (memory:Memory {id: id, tenant: $tenant})
           USING INDEX SEEK memory:Memory(tenant, id)
         RETURN id
       } AS known
