// What some entities were ever merged into, from when to when.
//
// access  read
// param   tenant  STRING
// param   ids     LIST<STRING>
// column  id      STRING
// column  merges  LIST<MAP>     keep, from, to, and what the log says of both
CYPHER 25
UNWIND $ids AS id
MATCH (it:Entity {id: id, tenant: $tenant})
  USING INDEX SEEK it:Entity(id)
WHERE EXISTS { MATCH (it)-[:SAME_AS {tenant: $tenant}]->() }
RETURN it.id AS id,
       COLLECT {
         MATCH (it)-[same:SAME_AS {tenant: $tenant}]->(keep)
         RETURN {
           keep: coalesce(keep.export_key, keep.id),
           from: same.system_from,
           to: same.system_to,
           merged: COLLECT {
             MATCH (line:Audit {tenant: $tenant, subject: it.id})
               USING INDEX SEEK line:Audit(tenant, subject)
             WHERE line.action = 'merge' AND line.at = same.system_from
             RETURN line.actor
           }[0],
           split: COLLECT {
             MATCH (line:Audit {tenant: $tenant, subject: it.id})
               USING INDEX SEEK line:Audit(tenant, subject)
             WHERE line.action = 'split' AND line.at = same.system_to
             RETURN line.actor
           }[0]
         }
         ORDER BY same.system_from
       } AS merges
