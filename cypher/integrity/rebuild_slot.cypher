// Put right what is derived from a slot's claims: its beliefs, its supersessions, what claims carry.
//
// Unlike an operation this inserts at the system times at which things had been known.
//
// access  write
// param   tenant      STRING
// param   slot        STRING        locked
// param   dropped     LIST<STRING>  beliefs that the claims do not add up to
// param   attributes  LIST<MAP>     entity, key, properties: beliefs about values that are missing
// param   relations   LIST<MAP>     entity, target, properties: beliefs about entities
// param   unlinked    LIST<MAP>     memory, heir, at: supersessions that never were
// param   linked      LIST<MAP>     memory, heir, properties: those that are missing
// param   holds       LIST<MAP>     id, from, to: what memories carry now
// param   audit       MAP
// column  targets     INTEGER       how many of the relations found their target
CYPHER 25
MATCH (slot:Slot {key: $slot, tenant: $tenant})
SET slot.revision = slot.revision + 1
CREATE (audit:Audit)
SET audit = $audit, audit.tenant = $tenant
WITH slot
CALL () {
  UNWIND $dropped AS id
  MATCH ()-[belief:ATTRIBUTE {id: id, tenant: $tenant}]->()
  DELETE belief
}
CALL () {
  UNWIND $dropped AS id
  MATCH ()-[belief:RELATION {id: id, tenant: $tenant}]->()
  DELETE belief
}
CALL () {
  UNWIND $attributes AS row
  MATCH (entity:Entity {id: row.entity, tenant: $tenant})
  MERGE (value:Value {tenant: $tenant, key: row.key})
  CREATE (entity)-[belief:ATTRIBUTE]->(value)
  SET belief = row.properties, belief.tenant = $tenant
}
CALL () {
  UNWIND $relations AS row
  MATCH (entity:Entity {id: row.entity, tenant: $tenant})
  CALL (row, entity) {
    MATCH (target:Entity {id: row.target, tenant: $tenant})
    CREATE (entity)-[belief:RELATION]->(target)
    SET belief = row.properties, belief.tenant = $tenant
    RETURN target
  }
  RETURN count(target) AS targets
}
CALL () {
  UNWIND $unlinked AS row
  MATCH (memory:Memory {id: row.memory, tenant: $tenant})
  MATCH (memory)-[gave:SUPERSEDED_BY {tenant: $tenant, system_from: row.at}]->(heir)
  WHERE heir.id = row.heir
  DELETE gave
}
CALL () {
  UNWIND $linked AS row
  MATCH (memory:Memory {id: row.memory, tenant: $tenant})
  CALL (row, memory) {
    MATCH (heir:Memory {id: row.heir, tenant: $tenant})
    CREATE (memory)-[link:SUPERSEDED_BY]->(heir)
    SET link = row.properties, link.tenant = $tenant
  }
}
CALL () {
  UNWIND $holds AS row
  MATCH (claim:Memory {id: row.id, tenant: $tenant})
  SET claim.holds_from = row.from, claim.holds_to = row.to
}
RETURN targets
