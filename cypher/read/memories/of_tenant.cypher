// A page of a tenant's memories in order of their ids, with their sources and what took their place.
//
// access  read
// scans   a page, in the order of the index
// param   tenant    STRING
// param   scopes    LIST<STRING>       that are seen; null for all
// param   after     STRING        the last id seen; empty to begin
// param   limit     INTEGER
// column  memory    MAP
// column  episodes  LIST<STRING>
// column  successors     LIST<MAP>     id, reason, known_from, known_to
CYPHER 25
MATCH (it:Memory)
  USING INDEX SEEK it:Memory(tenant, id)
WHERE it.tenant = $tenant
  AND it.id > $after
  AND ($scopes IS NULL OR coalesce(it.scope, '') IN $scopes)
WITH it
ORDER BY it.tenant, it.id
LIMIT $limit
RETURN it {.id, .text, .type, .entity, .attribute, .negative, .start_unknown, .end_unknown,
           .said_at, .recorded_at, .retired_at, .confidence, .speaker, .actor, .source_kind} AS memory,
       COLLECT {
         MATCH (it)-[:EVIDENCED_BY {tenant: $tenant}]->(episode)
         RETURN DISTINCT episode.id
         ORDER BY episode.id
       } AS episodes,
       COLLECT {
         MATCH (it)-[gave:SUPERSEDED_BY {tenant: $tenant}]->(successor)
         RETURN {id: successor.id, reason: gave.reason, known_from: gave.system_from,
                 known_to: gave.system_to}
         ORDER BY gave.system_from, successor.id
       } AS successors
