// Put masked words in the place of what properties of records say; the records stay. An episode whose
// session is masked leads to that of the masked name; a session that nothing leads to any more goes.
//
// A record is told by its property too: the server gives the place of what is deleted to another.
//
// access  write
// param   tenant      STRING
// param   properties  LIST<MAP>  element: where the server keeps the record; property; its texts;
//                                masked: what they are to be
// column  masked      INTEGER
CYPHER 25
UNWIND $properties AS row
MATCH (it)
WHERE elementId(it) = row.element
  AND it.tenant = $tenant
  AND (it[row.property] = row.texts OR [it[row.property]] = row.texts)
SET it[row.property] = CASE WHEN it[row.property] = row.texts THEN row.masked ELSE row.masked[0] END
WITH collect(it) AS masked
CALL (masked) {
  UNWIND masked AS episode
  WITH DISTINCT episode
  MATCH (episode:Episode)-[former:IN]->(session:Session)
  WHERE session.name <> episode.session OR session.scope <> coalesce(episode.scope, '')
  // Sessions come last, in order of their names, see `kernel/slots/apply_changeset`.
  WITH episode, former, session
  ORDER BY session.name, session.scope
  MERGE (renamed:Session {
    tenant: $tenant, name: episode.session, scope: coalesce(episode.scope, '')
  })
  CREATE (episode)-[:IN {tenant: $tenant}]->(renamed)
  DELETE former
  WITH DISTINCT session
  REMOVE session.checksum
  WITH session
  WHERE NOT EXISTS { MATCH (session)<-[:IN]-() }
  DELETE session
}
RETURN size(masked) AS masked
