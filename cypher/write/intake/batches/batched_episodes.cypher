// Which of some episodes a batch has asked an extractor version about, and how that batch stands.
//
// access  read
// param   tenant     STRING
// param   episodes   LIST<STRING>
// param   extractor  STRING
// column  episode    STRING
// column  status     STRING
CYPHER 25
UNWIND $episodes AS id
MATCH (episode:Episode {id: id})
  USING INDEX SEEK episode:Episode(id)
MATCH (episode)<-[:ASKS]-(batch:Batch)
WHERE batch.tenant = $tenant AND batch.extractor = $extractor
RETURN id AS episode, batch.status AS status
