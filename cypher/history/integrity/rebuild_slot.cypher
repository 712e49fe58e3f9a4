// Put right what is derived from a slot's claims: its beliefs, its supersessions, what claims carry.
//
// Unlike an operation this inserts at the system times at which things had been known. The values of
// what goes are locked before, as by every writer: the server takes them at the commit.
//
// access  write
// param   tenant      STRING
// param   slot        STRING        locked
// param   dropped     LIST<STRING>  beliefs that the claims do not add up to
// param   attributes  LIST<MAP>     properties of beliefs about values that are missing
// param   relations   LIST<MAP>     properties of beliefs about entities
// param   unlinked    LIST<MAP>     memory, successor, system_from: supersessions that never were
// param   linked      LIST<MAP>     memory, successor, reason, system_from, system_to: those that are missing
// param   holds       LIST<MAP>     id, start, end: what memories carry now
// param   audit       MAP
// column  targets     INTEGER       how many of the relations found their target
CYPHER 25
MATCH (slot:Slot {key: $slot, tenant: $tenant})
  USING INDEX SEEK slot:Slot(tenant, key)
SET slot.revision = slot.revision + 1
CREATE (audit:Audit)
SET audit = $audit, audit.tenant = $tenant, audit.unsealed = $tenant
WITH slot
CALL () {
  UNWIND $dropped AS id
  MATCH ()-[belief:BELIEF {id: id, tenant: $tenant}]->(value:Value)
    USING INDEX SEEK belief:BELIEF(id)
  WITH DISTINCT value
  ORDER BY value.key
  REMOVE value.checksum
}
CALL () {
  UNWIND $dropped AS id
  MATCH ()-[belief:BELIEF {id: id, tenant: $tenant}]->()
    USING INDEX SEEK belief:BELIEF(id)
  DELETE belief
}
CALL () {
  UNWIND $attributes AS row
  MATCH (entity:Entity {id: row.entity, tenant: $tenant})
    USING INDEX SEEK entity:Entity(id)
  MERGE (value:Value {tenant: $tenant, key: row.canonical})
  CREATE (entity)-[belief:BELIEF]->(value)
  SET belief = row, belief.tenant = $tenant
}
CALL () {
  UNWIND $relations AS row
  MATCH (entity:Entity {id: row.entity, tenant: $tenant})
    USING INDEX SEEK entity:Entity(id)
  CALL (row, entity) {
    MATCH (target:Entity {id: row.target, tenant: $tenant})
      USING INDEX SEEK target:Entity(id)
    CREATE (entity)-[belief:BELIEF]->(target)
    SET belief = row, belief.tenant = $tenant
    RETURN target
  }
  RETURN count(target) AS targets
}
CALL () {
  UNWIND $unlinked AS row
  MATCH (memory:Memory {id: row.memory, tenant: $tenant})
    USING INDEX SEEK memory:Memory(tenant, id)
  MATCH (memory)-[gave:SUPERSEDED_BY {tenant: $tenant, system_from: row.system_from}]->(successor)
  WHERE successor.id = row.successor
  DELETE gave
}
CALL () {
  UNWIND $linked AS row
  MATCH (memory:Memory {id: row.memory, tenant: $tenant})
    USING INDEX SEEK memory:Memory(tenant, id)
  CALL (row, memory) {
    MATCH (successor:Memory {id: row.successor, tenant: $tenant})
      USING INDEX SEEK successor:Memory(tenant, id)
    CREATE (memory)-[:SUPERSEDED_BY {
      tenant: $tenant, reason: row.reason, system_from: row.system_from, system_to: row.system_to
    }]->(successor)
  }
}
CALL () {
  UNWIND $holds AS row
  MATCH (claim:Memory {id: row.id, tenant: $tenant})
    USING INDEX SEEK claim:Memory(tenant, id)
  SET claim.holds_from = row.start, claim.holds_to = row.end
}
RETURN targets
