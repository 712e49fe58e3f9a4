// Which of some rejections stand: what a person said was never right is not asked about again.
//
// access  read
// scope   all  its keys are of slots that are seen
// param   tenant   STRING
// param   keys     LIST<STRING>
// param   forever  ZONED DATETIME  the end of time
// column  key      STRING
CYPHER 25
UNWIND $keys AS key
MATCH (rejection:Rejection {tenant: $tenant, key: key, lifted_at: $forever})
  USING INDEX SEEK rejection:Rejection(key)
RETURN DISTINCT key
ORDER BY key
