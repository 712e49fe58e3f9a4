// A page of what extractors proposed from a tenant's episodes, in order.
//
// access  read
// scans   a page, in the order of the index
// param   tenant      STRING
// param   after_at    ZONED DATETIME  when the last one seen was proposed
// param   after_id    STRING          its key; empty to begin
// param   until       ZONED DATETIME  the last moment wanted
// param   limit       INTEGER
// column  id          STRING          its key
// column  key         STRING          what the episode is called in files, and the extractor
// column  at          ZONED DATETIME
// column  episode     STRING          what it is called in files; null if it is not there any more
// column  candidates  MAP
CYPHER 25
MATCH (it:Candidates)
  USING INDEX SEEK it:Candidates(tenant, at, key)
WHERE it.tenant = $tenant
  AND it.at >= $after_at
  AND it.at <= $until
  AND it.key IS NOT NULL
  AND (it.at > $after_at OR it.key > $after_id)
WITH it
ORDER BY it.tenant, it.at, it.key
LIMIT $limit
OPTIONAL MATCH (episode:Episode {id: it.episode})
  USING INDEX SEEK episode:Episode(id)
WHERE episode.tenant = $tenant
WITH it, coalesce(episode.export_key, episode.id) AS called
RETURN it.key AS id,
       coalesce(called, '') + ' ' + it.extractor AS key,
       it.at AS at,
       called AS episode,
       properties(it) AS candidates
