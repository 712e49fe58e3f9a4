// Record what became of a candidate that was not asserted, once, with an audit record of why.
//
// access  write
// param   tenant     STRING
// param   key        STRING
// param   audit      STRING
// param   job        STRING
// param   episode    STRING
// param   extractor  STRING
// param   number     INTEGER
// param   candidate  STRING          JSON
// param   outcome    STRING
// param   gate       STRING
// param   reason     STRING
// param   audited    STRING          the reason, without anything that was said
// param   policy     INTEGER         the version of the policy that it was decided by
// param   actor      STRING
// param   now        ZONED DATETIME
// column  outcome    STRING          as first decided
CYPHER 25
MERGE (decision:Decision {key: $key})
ON CREATE SET decision.tenant = $tenant,
              decision.job = $job,
              decision.episode = $episode,
              decision.extractor = $extractor,
              decision.number = $number,
              decision.candidate = $candidate,
              decision.outcome = $outcome,
              decision.gate = $gate,
              decision.reason = $reason,
              decision.policy = $policy,
              decision.at = $now
WITH decision
OPTIONAL MATCH (source:Episode {id: $episode})
  USING INDEX SEEK source:Episode(id)
WHERE source.tenant = $tenant
MERGE (audit:Audit {id: $audit})
ON CREATE SET audit.tenant = $tenant,
              audit.unsealed = $tenant,
              audit.at = $now,
              audit.actor = $actor,
              audit.action = 'decide',
              audit.subject = $episode,
              audit.gate = $gate,
              audit.policy = $policy,
              audit.reason = $audited,
              audit.scope = source.scope
RETURN decision.outcome AS outcome
