// One audit record.
//
// access  read
// param   tenant  STRING
// param   id      STRING
// column  record  MAP
CYPHER 25
MATCH (record:Audit {id: $id})
  USING INDEX SEEK record:Audit(id)
WHERE record.tenant = $tenant
RETURN properties(record) AS record
