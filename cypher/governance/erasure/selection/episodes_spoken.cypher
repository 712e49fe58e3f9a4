// The episodes that were said by speakers of these names, as they are spelled there.
//
// access  read
// scans   the tenant's episodes
// param   tenant    STRING
// param   speakers  LIST<STRING>
// column  ids       LIST<STRING>
CYPHER 25
MATCH (episode:Episode)
  USING INDEX SEEK episode:Episode(tenant, recorded_at, id)
WHERE episode.tenant = $tenant AND episode.recorded_at IS NOT NULL AND episode.id IS NOT NULL
  AND (episode.speaker IN $speakers OR episode.spoken_as IN $speakers)
RETURN collect(episode.id) AS ids
