// Every memory that leads to the same head as one memory, by the supersessions known now.
//
// access  read
// param   tenant      STRING
// param   scopes      LIST<STRING>    that are seen; null for all
// param   memory      STRING
// param   open        ZONED DATETIME  the end of time
// param   limit       INTEGER
// column  id          STRING
// column  later       STRING          what it gave way to; null for the head
// column  said_at     ZONED DATETIME
// column  recorded_at ZONED DATETIME
CYPHER 25
MATCH (start:Memory {tenant: $tenant, id: $memory})
  USING INDEX SEEK start:Memory(tenant, id)
WHERE ($scopes IS NULL OR coalesce(start.scope, '') IN $scopes)
MATCH (start)
      (()-[step:SUPERSEDED_BY WHERE step.tenant = $tenant AND step.system_to = $open]->()){0,10000}
      (head:Memory)
WHERE NOT EXISTS {
  MATCH (head)-[more:SUPERSEDED_BY]->()
  WHERE more.tenant = $tenant AND more.system_to = $open
}
WITH head
LIMIT 1
MATCH (member:Memory)
      (()-[step:SUPERSEDED_BY WHERE step.tenant = $tenant AND step.system_to = $open]->()){0,10000}
      (head)
WITH DISTINCT member
LIMIT $limit
OPTIONAL MATCH (member)-[next:SUPERSEDED_BY]->(later:Memory)
WHERE next.tenant = $tenant AND next.system_to = $open AND later.tenant = $tenant
RETURN member.id AS id,
       min(later.id) AS later,
       member.said_at AS said_at,
       member.recorded_at AS recorded_at
ORDER BY said_at, recorded_at, id
