// The episodes that some messages may be again: those of their ids, then those of their texts.
//
// access  read
// param   tenant       STRING
// param   scope        STRING
// param   rows         LIST<MAP>  number, id, text_key (null where the text alone says nothing)
// column  number       INTEGER    which message
// column  id           STRING
// column  text_hash    STRING
// column  speaker      STRING
// column  source_kind  STRING
CYPHER 25
UNWIND $rows AS row
CALL (row) {
  MATCH (episode:Episode {id: row.id})
    USING INDEX SEEK episode:Episode(id)
  WHERE episode.tenant = $tenant
  RETURN episode, 0 AS rank
  UNION
  MATCH (episode:Episode {tenant: $tenant, text_key: row.text_key})
    USING INDEX SEEK episode:Episode(tenant, text_key)
  WITH episode
  WHERE coalesce(episode.scope, '') = $scope
  ORDER BY episode.recorded_at, episode.id
  LIMIT 20
  RETURN episode, 1 AS rank
}
RETURN row.number AS number,
       episode.id AS id,
       episode.text_hash AS text_hash,
       episode.speaker AS speaker,
       episode.source_kind AS source_kind
ORDER BY number, rank, episode.recorded_at, id
