// Delete episodes, with jobs that have no other.
//
// access  write
// param   tenant   STRING
// param   ids      LIST<STRING>
// column  deleted  INTEGER
// column  jobs     INTEGER
CYPHER 25
UNWIND $ids AS id
MATCH (episode:Episode {id: id, tenant: $tenant})
  USING INDEX SEEK episode:Episode(id)
OPTIONAL MATCH (job:Job)-[:OF]->(episode)
WITH collect(DISTINCT episode) AS episodes, collect(DISTINCT job) AS jobs
CALL (episodes) {
  UNWIND episodes AS episode
  DETACH DELETE episode
}
CALL (jobs) {
  UNWIND jobs AS job
  WITH job
  WHERE NOT EXISTS { MATCH (job)-[:OF]->() }
  DETACH DELETE job
  RETURN count(*) AS gone
}
RETURN size(episodes) AS deleted, gone AS jobs
