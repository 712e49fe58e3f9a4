// Record what was said, once: an id that is known keeps its first content, which comes back.
//
// access  write
// param   tenant    STRING
// param   now       ZONED DATETIME
// param   session   STRING
// param   topic     STRING
// param   scope     STRING          null for the common one
// param   episodes  LIST<MAP>       in order of id, so that two writers never wait in a circle
// column  id          STRING
// column  text_hash   STRING         of the text that the episode holds
// column  tombstones  INTEGER        how many the store has ever had for the tenant
CYPHER 25
UNWIND $episodes AS row
MERGE (episode:Episode {id: row.id})
ON CREATE SET episode:Turn,
              episode.tenant = $tenant,
              episode.key = row.key,
              episode.message = row.message,
              episode.session = $session,
              episode.topic = $topic,
              episode.scope = $scope,
              episode.source_kind = row.source_kind,
              episode.for_review = row.for_review,
              episode.speaker = row.speaker,
              episode.text = row.text,
              episode.text_key = row.text_key,
              episode.text_hash = row.text_hash,
              episode.occurred_at = row.occurred_at,
              episode.offset_minutes = row.offset_minutes,
              episode.ordinal = row.ordinal,
              episode.recorded_at = $now
WITH episode
OPTIONAL MATCH (tenant:Tenant {tenant: $tenant})
  USING INDEX SEEK tenant:Tenant(tenant)
RETURN episode.id AS id,
       episode.text_hash AS text_hash,
       coalesce(tenant.tombstones, 0) AS tombstones
