// Put masked texts in the place of what was said, and of what memories quote of it.
//
// access  write
// param   tenant    STRING
// param   episodes  LIST<MAP>  id, text, text_key, text_hash, speaker, spoken_as
// param   quotes    LIST<MAP>  episode, memory, start, span
// column  masked    INTEGER
CYPHER 25
CALL () {
  UNWIND $quotes AS row
  MATCH (episode:Episode {id: row.episode, tenant: $tenant})
    USING INDEX SEEK episode:Episode(id)
  MATCH (episode)<-[proof:EVIDENCED_BY {start: row.start}]-({id: row.memory})
  SET proof.span = row.span
}
UNWIND $episodes AS row
MATCH (episode:Episode {id: row.id, tenant: $tenant})
  USING INDEX SEEK episode:Episode(id)
SET episode.text = row.text,
    episode.text_key = CASE WHEN episode.text_key IS NULL THEN null ELSE row.text_key END,
    episode.text_hash = CASE WHEN episode.text_hash IS NULL THEN null ELSE row.text_hash END,
    episode.speaker = row.speaker,
    episode.spoken_as = row.spoken_as
RETURN count(episode) AS masked
