// The rejections that stand against values of some entities, or against these as values.
//
// access  read
// param   tenant     STRING
// param   entities   LIST<STRING>
// param   forever    ZONED DATETIME  the end of time
// column  rejection  MAP
CYPHER 25
CALL () {
  MATCH (rejection:Rejection)
  WHERE rejection.tenant = $tenant AND rejection.entity IN $entities
    AND rejection.rejected_at IS NOT NULL
  RETURN rejection
  UNION
  MATCH (rejection:Rejection)
  WHERE rejection.tenant = $tenant AND rejection.rejected_at IS NOT NULL
    AND rejection.canonical IN $entities
  RETURN rejection
}
WITH rejection
WHERE rejection.lifted_at = $forever
RETURN rejection { .id, .entity, .attribute, .context, .canonical } AS rejection
