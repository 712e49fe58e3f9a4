// Settle what a challenger that was taken back had opened.
//
// access  write
// param   tenant      STRING
// param   challenger  STRING
// param   now         ZONED DATETIME
// param   actor       STRING
// param   reason      STRING
// column  settled     INTEGER
CYPHER 25
MATCH (found:Contradiction)
WHERE found.challenger = $challenger AND found.tenant = $tenant AND found.status = 'OPEN'
SET found.status = 'RESOLVED', found.resolved_at = $now, found.actor = $actor,
    found.reason = $reason
REMOVE found.open_parent
RETURN count(found) AS settled
