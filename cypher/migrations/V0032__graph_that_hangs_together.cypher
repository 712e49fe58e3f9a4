// From an entity its slots, their claims, what contradicts and what is rejected are reached by edges, so
// that a person who looks at the graph finds them without knowing a key. The keys stay for the hot paths.
//
// Each part is whole in its transaction, and does what is missing, wherever this was interrupted.
//
// access  write
// tenant  all     the data of every tenant is brought to this version
// scans   everything, once
CYPHER 25

MATCH (slot:Slot)
WHERE NOT EXISTS { MATCH (slot)<-[:HAS_SLOT]-() }
CALL (slot) {
  MATCH (entity:Entity {id: slot.entity})
    USING INDEX SEEK entity:Entity(id)
  WHERE entity.tenant = slot.tenant
  CREATE (entity)-[:HAS_SLOT {tenant: slot.tenant}]->(slot)
} IN TRANSACTIONS OF 5000 ROWS;

MATCH (claim:Memory)
WHERE NOT EXISTS { MATCH (claim)-[:CLAIMS|ABOUT]->() }
CALL (claim) {
  CALL (claim) {
    MATCH (slot:Slot {tenant: claim.tenant, key: claim.slot})
      USING INDEX SEEK slot:Slot(tenant, key)
    CREATE (claim)-[:CLAIMS {tenant: claim.tenant}]->(slot)
  }
  CALL (claim) {
    WITH claim
    WHERE claim.slot IS NULL
    MATCH (entity:Entity {id: claim.entity})
      USING INDEX SEEK entity:Entity(id)
    WHERE entity.tenant = claim.tenant
    CREATE (claim)-[:ABOUT {tenant: claim.tenant}]->(entity)
  }
} IN TRANSACTIONS OF 5000 ROWS;

MATCH (contradiction:Contradiction)
WHERE NOT EXISTS { MATCH (contradiction)-[:ABOUT]->() }
CALL (contradiction) {
  CALL (contradiction) {
    MATCH (slot:Slot {tenant: contradiction.tenant, key: contradiction.slot})
      USING INDEX SEEK slot:Slot(tenant, key)
    CREATE (contradiction)-[:ABOUT {tenant: contradiction.tenant}]->(slot)
  }
  CALL (contradiction) {
    MATCH (challenger:Memory {tenant: contradiction.tenant, id: contradiction.challenger})
      USING INDEX SEEK challenger:Memory(tenant, id)
    CREATE (contradiction)-[:CHALLENGER {tenant: contradiction.tenant}]->(challenger)
  }
  CALL (contradiction) {
    UNWIND contradiction.held AS id
    MATCH (held:Memory {tenant: contradiction.tenant, id: id})
      USING INDEX SEEK held:Memory(tenant, id)
    CREATE (contradiction)-[:HELD {tenant: contradiction.tenant}]->(held)
  }
} IN TRANSACTIONS OF 5000 ROWS;

MATCH (rejection:Rejection)
WHERE NOT EXISTS { MATCH (rejection)-[:ABOUT]->() }
CALL (rejection) {
  MATCH (entity:Entity {id: rejection.entity})
    USING INDEX SEEK entity:Entity(id)
  WHERE entity.tenant = rejection.tenant
  CREATE (rejection)-[:ABOUT {tenant: rejection.tenant}]->(entity)
} IN TRANSACTIONS OF 5000 ROWS;
