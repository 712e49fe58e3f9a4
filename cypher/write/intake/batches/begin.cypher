// Write down what a batch is about to ask, before it is sent.
//
// access  write
// param   tenant     STRING
// param   id         STRING
// param   extractor  STRING
// param   now        ZONED DATETIME
// param   tokens     INTEGER         what it is thought to consume
// param   asks       LIST<MAP>       episode, job, entities and memories that were shown
// column  asked      INTEGER
CYPHER 25
MERGE (batch:Batch {tenant: $tenant, id: $id})
SET batch.extractor = $extractor,
    batch.status = 'SENDING',
    batch.at = $now,
    batch.tokens = $tokens
WITH batch
UNWIND $asks AS ask
MATCH (episode:Episode {id: ask.episode})
  USING INDEX SEEK episode:Episode(id)
MERGE (batch)-[asks:ASKS]->(episode)
SET asks.tenant = $tenant,
    asks.job = ask.job,
    asks.entities = ask.entities,
    asks.memories = ask.memories
RETURN count(asks) AS asked
