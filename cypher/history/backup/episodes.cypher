// The ids of episodes that files name by keys: those restored with the key, or recorded here.
//
// access  read
// param   tenant  STRING
// param   keys    LIST<STRING>
// column  key     STRING
// column  id      STRING
CYPHER 25
UNWIND $keys AS key
CALL (key) {
  MATCH (it:Episode {tenant: $tenant, export_key: key})
    USING INDEX SEEK it:Episode(tenant, export_key)
  RETURN it
  UNION
  MATCH (it:Episode {id: key})
    USING INDEX SEEK it:Episode(id)
  WHERE it.tenant = $tenant
  RETURN it
}
RETURN key, it.id AS id
