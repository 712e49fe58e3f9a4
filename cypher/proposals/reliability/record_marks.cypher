// Keep the marks of memories, or take them back: what was drawn is then open again.
//
// access  write
// param   tenant   STRING
// param   marks    LIST<MAP>       memory, extractor, stated, correct: null takes the mark back
// param   actor    STRING
// param   now      ZONED DATETIME
// param   audits   LIST<MAP>       properties of their records
CYPHER 25
CALL () {
  UNWIND $marks AS row
  MERGE (sample:Sample {tenant: $tenant, memory: row.memory})
  SET sample.extractor = row.extractor,
      sample.stated = row.stated,
      sample.correct = row.correct,
      sample.marked_at = CASE WHEN row.correct IS NULL THEN null ELSE $now END,
      sample.actor = CASE WHEN row.correct IS NULL THEN null ELSE $actor END
  WITH sample
  WHERE sample.correct IS NULL AND sample.drawn_at IS NULL
  DELETE sample
}
UNWIND $audits AS row
CREATE (audit:Audit)
SET audit = row, audit.tenant = $tenant, audit.unsealed = $tenant
WITH audit
MATCH (about:Memory {tenant: $tenant, id: audit.subject})
  USING INDEX SEEK about:Memory(tenant, id)
SET audit.scope = about.scope
