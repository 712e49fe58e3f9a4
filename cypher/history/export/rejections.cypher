// A page of a tenant's rejections in order, with the entities that they may be filed under.
//
// access  read
// scans   a page, in the order of the index
// param   tenant     STRING
// param   after_at   ZONED DATETIME  when the last one seen was rejected
// param   after_id   STRING          its id; empty to begin
// param   until      ZONED DATETIME  the last moment wanted
// param   limit      INTEGER
// column  id         STRING
// column  key        STRING          what it is called in files
// column  at         ZONED DATETIME
// column  rejection  MAP
// column  subjects   LIST<MAP>       id, key: its entity, and all that ever stood for that one
// column  values     LIST<MAP>       the same for its value, if that is an entity
// column  lifted     MAP             what the log says of its end
// column  other      STRING          the rejection of the same relation from its other end
CYPHER 25
MATCH (it:Rejection)
  USING INDEX SEEK it:Rejection(tenant, rejected_at)
WHERE it.tenant = $tenant
  AND it.rejected_at >= $after_at
  AND it.rejected_at <= $until
  AND (it.rejected_at > $after_at OR it.id > $after_id)
WITH it
ORDER BY it.tenant, it.rejected_at, it.id
LIMIT $limit
RETURN it.id AS id,
       coalesce(it.export_key, it.id) AS key,
       it.rejected_at AS at,
       properties(it) AS rejection,
       COLLECT {
         MATCH (entity:Entity {id: it.entity, tenant: $tenant})
               (()-[:SAME_AS {tenant: $tenant}]->()){0,100}(stands:Entity)
           USING INDEX SEEK entity:Entity(id)
         RETURN DISTINCT {id: stands.id, key: coalesce(stands.export_key, stands.id)}
       } AS subjects,
       COLLECT {
         MATCH (entity:Entity {id: it.canonical, tenant: $tenant})
               (()-[:SAME_AS {tenant: $tenant}]->()){0,100}(stands:Entity)
           USING INDEX SEEK entity:Entity(id)
         RETURN DISTINCT {id: stands.id, key: coalesce(stands.export_key, stands.id)}
       } AS values,
       COLLECT {
         MATCH (line:Audit {tenant: $tenant, subject: it.id})
           USING INDEX SEEK line:Audit(tenant, subject)
         WHERE line.action = 'lift' AND line.at = it.lifted_at
         RETURN line {.actor, .reason}
       }[0] AS lifted,
       COLLECT {
         MATCH (twin:Rejection)
           USING INDEX SEEK twin:Rejection(key)
         WHERE twin.key = it.other AND twin.tenant = $tenant AND twin.rejected_at = it.rejected_at
           AND twin.id <> it.id
         RETURN coalesce(twin.export_key, twin.id) AS key
         ORDER BY key
       }[0] AS other
