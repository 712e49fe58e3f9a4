// Keep with episodes whom the labels mean under which they were said.
//
// access  write
// param   tenant  STRING
// param   names   LIST<MAP>  id, name
// column  done    INTEGER
CYPHER 25
UNWIND $names AS row
MATCH (episode:Episode {id: row.id})
  USING INDEX SEEK episode:Episode(id)
WHERE episode.tenant = $tenant AND coalesce(episode.spoken_as <> row.name, true)
SET episode.spoken_as = row.name
RETURN count(episode) AS done
