// Memories that are to be marked, with the marks that they have.
//
// What stands for several memories was stated by no extractor.
//
// access  read
// param   tenant     STRING
// param   scopes     LIST<STRING>    that are seen; null for all
// param   ids        LIST<STRING>
// column  memory     STRING
// column  extractor  STRING          null where no extractor stated it
// column  stated     FLOAT           its confidence before any calibration
// column  correct    BOOLEAN         null where it is not marked
// column  actor      STRING          who has marked it
CYPHER 25
UNWIND $ids AS id
MATCH (memory:Memory {tenant: $tenant, id: id})
  USING INDEX SEEK memory:Memory(tenant, id)
WHERE $scopes IS NULL OR coalesce(memory.scope, '') IN $scopes
OPTIONAL MATCH (sample:Sample {tenant: $tenant, memory: id})
  USING INDEX SEEK sample:Sample(tenant, memory)
RETURN id AS memory,
       CASE WHEN NOT EXISTS {
         MATCH (memory)<-[gave:SUPERSEDED_BY]-()
         WHERE gave.tenant = $tenant AND gave.reason = 'CONSOLIDATION'
       } THEN memory.extractor END AS extractor,
       coalesce(memory.stated_confidence, memory.confidence) AS stated,
       sample.correct AS correct,
       sample.actor AS actor
