// A page of a tenant's episodes in order of recording: those that something is wrong with, and how.
//
// access  read
// scans   a page, in the order of the index
// param   tenant    STRING
// param   after_at  ZONED DATETIME  when the last one seen was recorded; the start of time to begin
// param   after_id  STRING          its id; empty to begin
// param   limit     INTEGER
// column  episodes  INTEGER         how many the page has
// column  last      LIST<ANY>       when the last one was recorded, and its id
// column  wrong     LIST<MAP>       in_session: whether it is tied to its session alone, in its scope, or
//                                   to none if it has none; strangers: what it is tied to across tenants
CYPHER 25
MATCH (episode:Episode)
  USING INDEX SEEK episode:Episode(tenant, recorded_at, id)
WHERE episode.tenant = $tenant
  AND episode.recorded_at >= $after_at
  AND episode.id IS NOT NULL
  AND (episode.recorded_at > $after_at OR episode.id > $after_id)
WITH episode
ORDER BY episode.tenant, episode.recorded_at, episode.id
LIMIT $limit
WITH episode,
     COUNT { MATCH (episode)-[:IN]->() } = CASE WHEN episode.session IS NULL THEN 0 ELSE 1 END
     AND (episode.session IS NULL OR EXISTS {
       MATCH (episode)-[:IN]->(session:Session)
       WHERE session.tenant = $tenant
         AND session.name = episode.session
         AND session.scope = coalesce(episode.scope, '')
     }) AS in_session,
     COLLECT {
       MATCH (episode)-[tie]-(other)
       WHERE coalesce(tie.tenant, '') <> $tenant OR coalesce(other.tenant, '') <> $tenant
       RETURN type(tie) + ' ' + coalesce(other.id, other.key, '?')
       ORDER BY type(tie), other.id
       LIMIT 1000
     } AS strangers
RETURN count(episode) AS episodes,
       last(collect([episode.recorded_at, episode.id])) AS last,
       collect(
         CASE
           WHEN in_session AND strangers = [] THEN null
           ELSE {id: episode.id, in_session: in_session, strangers: strangers}
         END
       ) AS wrong
