// The entity of a name, made if there is none; the name is locked first, so that it is made once.
//
// access  write
// param   tenant  STRING
// param   key     STRING          canonical name, or the external id's
// param   text    STRING          as written
// param   kind    STRING          null takes any kind, and makes one of kind "unknown"
// param   id      STRING          for a new entity
// param   name    STRING          for a new entity
// param   extra   LIST<MAP>       further names of a new entity: key, text
// param   external STRING         its external id, if it has one
// param   scope   STRING          of a new entity; null for the common one
// param   now     ZONED DATETIME
// column  ids     LIST<STRING>    all that carry the name; the new one alone if there was none
// column  made    BOOLEAN
CYPHER 25
MERGE (name:Name {tenant: $tenant, key: $key})
  ON CREATE SET name.text = $text
REMOVE name.checksum
WITH name
CALL (name) {
  MATCH (name)-[:NAMES]->(entity:Entity {tenant: $tenant})
  WHERE $kind IS NULL OR entity.kind IN [$kind, 'unknown']
  RETURN collect(entity) AS found
}
CALL (name, found) {
  WHEN size(found) > 0 THEN {
    CALL (found) {
      UNWIND found AS entity
      WITH entity
      WHERE entity.kind <> $kind
      SET entity.kind = $kind
    }
    RETURN [entity IN found | entity.id] AS ids, false AS made
  }
  ELSE {
    CREATE (entity:Entity {tenant: $tenant, id: $id, name: $name, kind: coalesce($kind, 'unknown'),
                           external: $external, scope: $scope, created_at: $now})
    CREATE (name)-[:NAMES {tenant: $tenant}]->(entity)
    CALL (entity) {
      UNWIND $extra AS row
      MERGE (further:Name {tenant: $tenant, key: row.key})
        ON CREATE SET further.text = row.text
      CREATE (further)-[:NAMES {tenant: $tenant}]->(entity)
    }
    RETURN [$id] AS ids, true AS made
  }
}
RETURN ids, made
