// Queue work on some episodes, in the transaction that records them; a known id is left as it is.
//
// access  write
// param   tenant    STRING
// param   id        STRING
// param   actor     STRING
// param   role      STRING
// param   session   STRING
// param   topic     STRING
// param   kind      STRING
// param   held      BOOLEAN         null unless it waits for a batch
// param   now       ZONED DATETIME
// param   due_at    ZONED DATETIME
// param   episodes  LIST<STRING>    in the order they were said
// column  id        STRING
CYPHER 25
MERGE (job:Job {id: $id})
ON CREATE SET job.tenant = $tenant,
              job.kind = $kind,
              job.status = 'QUEUED',
              job.submitted_at = $now,
              job.due_at = $due_at,
              job.due_set_at = $now,
              job.held = $held,
              job.attempts = 0,
              job.strikes = 0,
              job.actor = $actor,
              job.role = $role,
              job.session = $session,
              job.topic = $topic
WITH job
UNWIND range(0, size($episodes) - 1) AS ordinal
MATCH (episode:Episode {id: $episodes[ordinal]})
  USING INDEX SEEK episode:Episode(id)
MERGE (job)-[of:OF {ordinal: ordinal}]->(episode)
ON CREATE SET of.tenant = $tenant
WITH DISTINCT job
RETURN job.id AS id
