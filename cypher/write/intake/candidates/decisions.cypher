// Decisions by their keys, in the order of the keys.
//
// access  read
// param   tenant         STRING
// param   keys           LIST<STRING>
// column  key            STRING
// column  candidate      STRING        JSON
// column  outcome        STRING
// column  gate           STRING
// column  reason         STRING
// column  memory         STRING
// column  contradiction  STRING
// column  policy         INTEGER       the version of the policy; null for an old one
CYPHER 25
UNWIND range(0, size($keys) - 1) AS place
MATCH (decision:Decision {key: $keys[place]})
  USING INDEX SEEK decision:Decision(key)
WHERE decision.tenant = $tenant
RETURN decision.key AS key,
       decision.candidate AS candidate,
       decision.outcome AS outcome,
       decision.gate AS gate,
       decision.reason AS reason,
       decision.memory AS memory,
       decision.contradiction AS contradiction,
       decision.policy AS policy
ORDER BY place
