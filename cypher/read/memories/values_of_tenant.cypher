// A page of the values that were believed of something at one point, in order of their keys.
//
// access  read
// scans   a page, in the order of the index
// param   tenant     STRING
// param   scopes     LIST<STRING>    that are seen; null for all
// param   after      STRING          the last key seen; empty to begin
// param   limit      INTEGER
// param   valid_at   ZONED DATETIME
// param   system_at  ZONED DATETIME
// column  key        STRING
// column  believed   BOOLEAN
CYPHER 25
MATCH (it:Value)
  USING INDEX SEEK it:Value(tenant, key)
WHERE it.tenant = $tenant AND it.key > $after
WITH it
ORDER BY it.tenant, it.key
LIMIT $limit
RETURN it.key AS key,
       EXISTS {
         MATCH (it)<-[belief:BELIEF]-()
         WHERE belief.tenant = $tenant
           AND ($scopes IS NULL OR coalesce(belief.scope, '') IN $scopes)
           AND belief.valid_from <= $valid_at AND belief.valid_to > $valid_at
           AND belief.system_from <= $system_at AND belief.system_to > $system_at
       } AS believed
