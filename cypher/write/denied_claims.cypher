// What a denial put an end to and its speaker had said: the claims to take back if it never was so.
//
// Where the same words give another value, they correct, and nothing is to be taken back.
//
// access  read
// param   tenant   STRING
// param   denial   STRING          a negative memory
// param   forever  ZONED DATETIME  the end of time
// column  id       STRING
CYPHER 25
MATCH (denial:Memory {tenant: $tenant, id: $denial})
  USING INDEX SEEK denial:Memory(tenant, id)
WHERE denial.retired_at = $forever
  AND NOT EXISTS {
    MATCH (denial)-[:EVIDENCED_BY]->()<-[:EVIDENCED_BY]-(instead:Memory)
    WHERE instead.tenant = $tenant
      AND instead.parent = denial.parent
      AND instead.retired_at = $forever
      AND NOT coalesce(instead.negative, false)
  }
MATCH (claim:Memory)-[given_way:SUPERSEDED_BY]->(denial)
WHERE claim.tenant = $tenant
  AND given_way.tenant = $tenant
  AND given_way.system_to = $forever
  AND claim.retired_at = $forever
  AND coalesce(claim.speaker, '') = coalesce(denial.speaker, '')
  AND NOT coalesce(claim.negative, false)
RETURN claim.id AS id
ORDER BY id
