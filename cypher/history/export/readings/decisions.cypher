// A page of what became of a tenant's candidates, in order.
//
// access  read
// scans   a page, in the order of the index
// param   tenant         STRING
// param   after_at       ZONED DATETIME  when the last one seen was decided
// param   after_id       STRING          its key; empty to begin
// param   until          ZONED DATETIME  the last moment wanted
// param   limit          INTEGER
// column  id             STRING          its key
// column  key            STRING          what the episode is called in files, the extractor, the number
// column  at             ZONED DATETIME
// column  episode        STRING          what it is called in files; null if it is not there any more
// column  decision       MAP
// column  memory         MAP             id, named: what it led to; named is what a file called it
// column  waits          STRING          what it led to if that waits for a person, as files call it
// column  contradiction  STRING          what files call it
CYPHER 25
MATCH (it:Decision)
  USING INDEX SEEK it:Decision(tenant, at, key)
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
OPTIONAL MATCH (memory:Memory {id: it.memory, tenant: $tenant})
  USING INDEX SEEK memory:Memory(tenant, id)
OPTIONAL MATCH (waiting:Waiting {id: it.memory, tenant: $tenant})
  USING INDEX SEEK waiting:Waiting(tenant, id)
OPTIONAL MATCH (doubt:Contradiction {id: it.contradiction})
  USING INDEX SEEK doubt:Contradiction(id)
WHERE doubt.tenant = $tenant
WITH it, memory, waiting, doubt, coalesce(episode.export_key, episode.id) AS called
RETURN it.key AS id,
       coalesce(called, '') + ' ' + it.extractor + ' ' + right('00000' + it.number, 6) AS key,
       it.at AS at,
       called AS episode,
       properties(it) AS decision,
       CASE WHEN memory IS NULL THEN null ELSE {id: memory.id, named: memory.key} END AS memory,
       coalesce(waiting.export_key, waiting.id) AS waits,
       coalesce(doubt.export_key, doubt.id) AS contradiction
