// Who speaks in a tenant's episodes, and whom labels mean, as they are spelled.
//
// access  read
// scans   the tenant's episodes
// param   tenant    STRING
// column  speakers  LIST<STRING>
CYPHER 25
MATCH (episode:Episode)
  USING INDEX SEEK episode:Episode(tenant, recorded_at, id)
WHERE episode.tenant = $tenant AND episode.recorded_at IS NOT NULL AND episode.id IS NOT NULL
UNWIND [episode.speaker, episode.spoken_as] AS speaker
RETURN collect(DISTINCT speaker) AS speakers
