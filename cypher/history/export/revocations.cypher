// How some memories ceased to be claims, and what they gave way to then.
//
// access  read
// param   tenant   STRING
// param   ids      LIST<STRING>
// param   forever  ZONED DATETIME  the end of time
// column  id       STRING
// column  reason   STRING         the operation that did it
// column  successors    LIST<MAP>      id, named, reason, again: whether it is the same memory said again
// column  said     MAP            what the log says of it
CYPHER 25
UNWIND $ids AS id
MATCH (it:Memory {id: id, tenant: $tenant})
  USING INDEX SEEK it:Memory(tenant, id)
RETURN it.id AS id,
       it.retired_reason AS reason,
       COLLECT {
         MATCH (it)-[gave:SUPERSEDED_BY {tenant: $tenant, system_to: $forever}]->(successor)
         RETURN {
           id: successor.id,
           named: successor.key,
           reason: gave.reason,
           at: gave.system_from,
           again: gave.reason = 'CORRECTION'
                  AND gave.system_from = it.retired_at
                  AND successor.recorded_at = it.retired_at
                  AND it.retired_reason = 'correct'
         }
         ORDER BY successor.id
       } AS successors,
       COLLECT {
         MATCH (line:Audit {tenant: $tenant, subject: it.id})
           USING INDEX SEEK line:Audit(tenant, subject)
         WHERE line.at = it.retired_at
         RETURN line {.action, .actor, .reason}
         ORDER BY line.action <> it.retired_reason, line.action
       }[0] AS said
