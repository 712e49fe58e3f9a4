// Settle what some challengers that were taken back together had opened.
//
// access  write
// param   tenant       STRING
// param   challengers  LIST<STRING>
// param   now          ZONED DATETIME
// param   actor        STRING
// param   reason       STRING
// column  settled      INTEGER
CYPHER 25
MATCH (found:Contradiction)
  USING INDEX SEEK found:Contradiction(tenant, challenger)
WHERE found.challenger IN $challengers AND found.tenant = $tenant AND found.status = 'OPEN'
SET found.status = 'RESOLVED', found.resolved_at = $now, found.actor = $actor,
    found.reason = $reason
REMOVE found.open_parent
RETURN count(found) AS settled
