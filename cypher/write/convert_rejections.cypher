// Give rejections their values in the form that the attribute has from now on; what was rejected
// from both ends of a relation is rejected where it was said.
//
// access  write
// param   tenant      STRING
// param   rejections  LIST<MAP>  id, key, found_by, canonical, value
// column  done        INTEGER
CYPHER 25
UNWIND $rejections AS row
MATCH (rejection:Rejection {id: row.id})
  USING INDEX SEEK rejection:Rejection(id)
WHERE rejection.tenant = $tenant
SET rejection.key = row.key, rejection.found_by = row.found_by, rejection.canonical = row.canonical, rejection.value = row.value,
    rejection.other = null
RETURN count(rejection) AS done
