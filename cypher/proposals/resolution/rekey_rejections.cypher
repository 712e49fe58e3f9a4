// Give rejections their keys, if nobody has by now.
//
// access  write
// tenant  all      the data of every tenant is brought to this version
// param   keys     LIST<MAP>  id, tenant, key, found_by
// param   unkeyed  STRING     what stands in place of a key
// column  done     INTEGER
CYPHER 25
UNWIND $keys AS row
MATCH (rejection:Rejection {id: row.id, tenant: row.tenant})
  USING INDEX SEEK rejection:Rejection(id)
REMOVE rejection.checksum
WITH row, rejection
WHERE rejection.found_by = $unkeyed
SET rejection.found_by = row.found_by, rejection.key = row.key
RETURN count(rejection) AS done
