// Which of some ids are of entities, memories or episodes that are there.
//
// access  read
// param   tenant  STRING
// param   ids     LIST<STRING>
// column  id      STRING
// column  kind    STRING
CYPHER 25
CALL () {
  MATCH (it:Entity)
    USING INDEX SEEK it:Entity(id)
  WHERE it.id IN $ids AND it.tenant = $tenant
  RETURN it.id AS id, 'ENTITY' AS kind
  UNION
  MATCH (it:Memory)
    USING INDEX SEEK it:Memory(tenant, id)
  WHERE it.tenant = $tenant AND it.id IN $ids
  RETURN it.id AS id, 'MEMORY' AS kind
  UNION
  MATCH (it:Waiting)
    USING INDEX SEEK it:Waiting(tenant, id)
  WHERE it.tenant = $tenant AND it.id IN $ids
  RETURN it.id AS id, 'MEMORY' AS kind
  UNION
  MATCH (it:Episode)
    USING INDEX SEEK it:Episode(id)
  WHERE it.id IN $ids AND it.tenant = $tenant
  RETURN it.id AS id, 'EPISODE' AS kind
}
RETURN id, kind
ORDER BY kind, id
