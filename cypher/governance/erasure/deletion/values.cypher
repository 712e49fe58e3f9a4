// Delete those of some values that no belief has any more.
//
// access  write
// param   tenant   STRING
// param   keys     LIST<STRING>  in order, so that two writers never wait in a circle
// column  deleted  INTEGER
CYPHER 25
UNWIND $keys AS key
CALL (key) {
  MATCH (value:Value {tenant: $tenant, key: key})
    USING INDEX SEEK value:Value(tenant, key)
  REMOVE value.checksum
  WITH value
  WHERE NOT EXISTS { MATCH (value)<--() }
  DELETE value
  RETURN count(*) AS gone
}
RETURN sum(gone) AS deleted
