// A page of what waits for a person in a tenant, or was turned away, in order, with its evidence.
//
// access  read
// scans   a page, in the order of the index
// param   tenant    STRING
// param   after_at  ZONED DATETIME  since when the last one seen waits
// param   after_id  STRING          its id; empty to begin
// param   until     ZONED DATETIME  the last moment wanted
// param   limit     INTEGER
// column  id        STRING
// column  key       STRING          what it is called in files
// column  at        ZONED DATETIME
// column  memory    MAP
// column  about     LIST<MAP>       id, key: the entities that it is about
// column  evidence  LIST<MAP>       episode: what that is called; span, start, end, verdict; at: since
//                                   when it rests on it
CYPHER 25
MATCH (it:Waiting)
  USING INDEX SEEK it:Waiting(tenant, since, id)
WHERE it.tenant = $tenant
  AND it.since >= $after_at
  AND it.since <= $until
  AND it.id IS NOT NULL
  AND (it.since > $after_at OR it.id > $after_id)
WITH it
ORDER BY it.tenant, it.since, it.id
LIMIT $limit
RETURN it.id AS id,
       coalesce(it.export_key, it.id) AS key,
       it.since AS at,
       properties(it) AS memory,
       COLLECT {
         UNWIND [it.entity, it.target] AS id
         MATCH (entity:Entity {id: id, tenant: $tenant})
           USING INDEX SEEK entity:Entity(id)
         RETURN {id: entity.id, key: coalesce(entity.export_key, entity.id)}
       } AS about,
       COLLECT {
         MATCH (it)-[proof:EVIDENCED_BY]->(episode:Episode)
         WHERE proof.tenant = $tenant AND episode.tenant = $tenant AND episode.recorded_at <= $until
         RETURN {
           at: CASE WHEN episode.recorded_at > it.since THEN episode.recorded_at ELSE it.since END,
           episode: coalesce(episode.export_key, episode.id),
           span: proof.span,
           start: proof.start,
           end: proof.end,
           verdict: proof.verdict
         }
         ORDER BY episode.occurred_at, episode.id, proof.start
       } AS evidence
