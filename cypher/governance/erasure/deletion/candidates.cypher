// Delete what extractors proposed from some episodes.
//
// access  write
// param   tenant    STRING
// param   episodes  LIST<STRING>
// column  deleted   INTEGER
CYPHER 25
MATCH (kept:Candidates)
  USING INDEX SEEK kept:Candidates(tenant, episode)
WHERE kept.tenant = $tenant AND kept.episode IN $episodes
DETACH DELETE kept
RETURN count(*) AS deleted
