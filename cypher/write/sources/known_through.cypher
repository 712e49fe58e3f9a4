// What is claimed of persons, animals and unnamed things that some relations alone made known.
//
// Such an entity has no external id and no other identity; no other claim leads to it but such that
// deny it, and nothing was claimed of it before the relations were, except in the same words. What is
// claimed of it in other scopes stays.
//
// access  read
// param   tenant   STRING
// param   told     LIST<STRING>    the relations, claims about to be taken back
// param   kinds    LIST<STRING>    kinds of entities that are known through others
// param   limit    INTEGER         claims of one entity; of one with more nothing is told
// param   forever  ZONED DATETIME  the end of time
// column  claim    MAP
CYPHER 25
MATCH (relation:Memory)
  USING INDEX SEEK relation:Memory(tenant, id)
WHERE relation.id IN $told AND relation.tenant = $tenant AND relation.target IS NOT NULL
WITH relation.target AS target, coalesce(relation.scope, '') AS scope,
     min(relation.recorded_at) AS first
MATCH (entity:Entity {tenant: $tenant, id: target})
  USING INDEX SEEK entity:Entity(id)
WHERE entity.kind IN $kinds
  AND entity.external IS NULL
  AND NOT EXISTS { MATCH (entity)-[:SAME_AS]-() }
  AND NOT EXISTS {
    MATCH (other:Memory)
      USING INDEX SEEK other:Memory(target, retired_at)
    WHERE other.target = entity.id
      AND other.retired_at = $forever
      AND other.tenant = $tenant
      AND NOT other.id IN $told
      AND NOT coalesce(other.negative, false)
  }
CALL (entity, scope) {
  MATCH (claim:Memory)
    USING INDEX SEEK claim:Memory(tenant, entity, recorded_at, id)
  WHERE claim.tenant = $tenant
    AND claim.entity = entity.id
    AND claim.recorded_at IS NOT NULL
    AND claim.id IS NOT NULL
    AND claim.retired_at = $forever
    AND claim.attribute IS NOT NULL
    AND coalesce(claim.scope, '') = scope
  WITH claim
  LIMIT $limit + 1
  RETURN collect(claim) AS claims
}
WITH first, claims
WHERE size(claims) <= $limit
  AND all(claim IN claims WHERE claim.recorded_at >= first OR EXISTS {
    MATCH (claim)-[:EVIDENCED_BY]->()<-[:EVIDENCED_BY]-(same:Memory)
    WHERE same.id IN $told AND same.tenant = $tenant
  })
UNWIND claims AS claim
RETURN claim {
         .id, .entity, .attribute, .context, .target, .canonical, .slot, .parent, .slot_held,
         .parent_held, .scope
       } AS claim
ORDER BY claim.id
