// Episodes with all that memories quote of them.
//
// access  read
// param   tenant   STRING
// param   ids      LIST<STRING>
// column  episode  MAP
// column  quotes   LIST<MAP>     memory, start, end, span
CYPHER 25
MATCH (episode:Episode)
  USING INDEX SEEK episode:Episode(id)
WHERE episode.id IN $ids AND episode.tenant = $tenant
RETURN episode {.id, .text, .speaker, .spoken_as, .session, .message, .key} AS episode,
       COLLECT {
         MATCH (episode)<-[proof:EVIDENCED_BY]-(memory)
         RETURN {memory: memory.id, start: proof.start, end: proof.end, span: proof.span}
       } AS quotes
ORDER BY episode.id
