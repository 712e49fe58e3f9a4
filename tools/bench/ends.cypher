// The nodes that the bare edges lie between.
//
// access  write
// param   tenant    STRING
// param   entities  LIST<STRING>
// param   values    LIST<STRING>
// column  written   INTEGER
CYPHER 25
CALL () {
  UNWIND $entities AS id
  CREATE (:Entity {id: id, tenant: $tenant, name: id, kind: 'person'})
}
CALL () {
  UNWIND $values AS key
  CREATE (:Value {tenant: $tenant, key: key})
}
RETURN size($entities) + size($values) AS written
