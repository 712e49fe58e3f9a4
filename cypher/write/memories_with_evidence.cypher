// Memories with everything they carry, to be said again in a correction.
//
// access  read
// param   tenant  STRING
// param   ids     LIST<STRING>
// column  claim   MAP           its properties, the slot in which it stands as place, and its evidence as
//                               episode and properties
CYPHER 25
UNWIND $ids AS id
MATCH (claim:Memory {id: id, tenant: $tenant})
  USING INDEX SEEK claim:Memory(tenant, id)
RETURN claim {
         .*,
         vector_a: null,
         vector_b: null,
         former: null,
         place: COLLECT {
           MATCH (slot:Slot {key: claim.slot, tenant: $tenant})
             USING INDEX SEEK slot:Slot(tenant, key)
           RETURN slot {.key, .parent, .entity, .attribute, .context, .scope}
         }[0],
         evidence: [(claim)-[shown:EVIDENCED_BY {tenant: $tenant}]->(episode) |
                    {episode: episode.id, properties: properties(shown)}]
       } AS claim
