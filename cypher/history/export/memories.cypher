// Some memories with all that a file tells of them, entities and memories by what files call them.
//
// access  read
// param   tenant          STRING
// param   ids             LIST<STRING>
// param   forever         ZONED DATETIME  the end of time
// column  id              STRING
// column  memory          MAP
// column  subject         STRING          the entity it is about
// column  target          STRING          the entity that it leads to
// column  canonical       STRING          the entity that stands for that one
// column  place           MAP             the slot in which it stands or waits, its entity by key
// column  stood           LIST<MAP>       where it stood before: place, canonical, value,
//                                         typed, target, from, to
// column  spans           LIST<MAP>
// column  contradictions  LIST<MAP>       what it challenged: properties, place, held, answer,
//                                         rejection
// column  counter         MAP
// column  sample          MAP             that it was drawn for people to mark, or is marked
// column  replaces        MAP             the memory that was corrected to this one
// column  said            MAP             what the log says of its being recorded
CYPHER 25
UNWIND $ids AS id
MATCH (it:Memory {id: id, tenant: $tenant})
  USING INDEX SEEK it:Memory(tenant, id)
RETURN it.id AS id,
       it {.*, vector_a: null, vector_b: null} AS memory,
       COLLECT {
         MATCH (entity:Entity {id: it.entity, tenant: $tenant})
           USING INDEX SEEK entity:Entity(id)
         RETURN coalesce(entity.export_key, entity.id)
       }[0] AS subject,
       COLLECT {
         MATCH (entity:Entity {id: it.target, tenant: $tenant})
           USING INDEX SEEK entity:Entity(id)
         RETURN coalesce(entity.export_key, entity.id)
       }[0] AS target,
       CASE WHEN it.target IS NOT NULL THEN COLLECT {
         MATCH (entity:Entity {id: it.canonical, tenant: $tenant})
           USING INDEX SEEK entity:Entity(id)
         RETURN coalesce(entity.export_key, entity.id)
       }[0] END AS canonical,
       COLLECT {
         MATCH (slot:Slot {key: coalesce(it.slot, it.slot_held), tenant: $tenant})
           USING INDEX SEEK slot:Slot(tenant, key)
         MATCH (entity:Entity {id: slot.entity, tenant: $tenant})
           USING INDEX SEEK entity:Entity(id)
         RETURN slot {.key, .parent, .attribute, .context,
                      entity: coalesce(entity.export_key, entity.id)}
       }[0] AS place,
       COLLECT {
         MATCH (it)-[stood:STOOD_IN {tenant: $tenant}]->(slot)
         MATCH (entity:Entity {id: slot.entity, tenant: $tenant})
           USING INDEX SEEK entity:Entity(id)
         RETURN {
           place: slot {.key, .parent, .attribute, .context,
                        entity: coalesce(entity.export_key, entity.id)},
           value: stood.value,
           typed: stood.typed,
           target: COLLECT {
             MATCH (target:Entity {id: stood.target, tenant: $tenant})
               USING INDEX SEEK target:Entity(id)
             RETURN coalesce(target.export_key, target.id)
           }[0],
           canonical: CASE WHEN stood.target IS NULL THEN stood.canonical ELSE COLLECT {
             MATCH (stands:Entity {id: stood.canonical, tenant: $tenant})
               USING INDEX SEEK stands:Entity(id)
             RETURN coalesce(stands.export_key, stands.id)
           }[0] END,
           from: stood.system_from,
           to: stood.system_to
         }
         ORDER BY stood.system_from
       } AS stood,
       COLLECT {
         MATCH (it)-[shown:EVIDENCED_BY {tenant: $tenant}]->(episode)
         RETURN shown {.span, .start, .end, .verdict,
                       episode: coalesce(episode.export_key, episode.id)}
         ORDER BY coalesce(episode.export_key, episode.id), shown.start, shown.end
       } AS spans,
       COLLECT {
         MATCH (contradiction:Contradiction {tenant: $tenant, challenger: it.id})
           USING INDEX SEEK contradiction:Contradiction(tenant, challenger)
         RETURN {
           contradiction: properties(contradiction),
           place: COLLECT {
             MATCH (slot:Slot {key: contradiction.slot, tenant: $tenant})
               USING INDEX SEEK slot:Slot(tenant, key)
             MATCH (entity:Entity {id: slot.entity, tenant: $tenant})
               USING INDEX SEEK entity:Entity(id)
             RETURN slot {.key, .parent, .attribute, .context,
                          entity: coalesce(entity.export_key, entity.id)}
           }[0],
           subject: COLLECT {
             MATCH (entity:Entity {id: contradiction.entity, tenant: $tenant})
               USING INDEX SEEK entity:Entity(id)
             RETURN coalesce(entity.export_key, entity.id)
           }[0],
           held: COLLECT {
             UNWIND contradiction.held AS name
             MATCH (held:Memory {id: name, tenant: $tenant})
               USING INDEX SEEK held:Memory(tenant, id)
             RETURN {
               id: held.id,
               named: held.key,
               slots: [held.slot] + [(held)-[stood:STOOD_IN {tenant: $tenant}]->() | stood.slot]
             }
           },
           answer: COLLECT {
             MATCH (answer:Memory {id: contradiction.resolved_by, tenant: $tenant})
               USING INDEX SEEK answer:Memory(tenant, id)
             RETURN answer {.id, named: answer.key}
           }[0],
           rejection: COLLECT {
             MATCH (rejection:Rejection {id: contradiction.rejection})
               USING INDEX SEEK rejection:Rejection(id)
             WHERE rejection.tenant = $tenant
             RETURN coalesce(rejection.export_key, rejection.id)
           }[0]
         }
         ORDER BY coalesce(contradiction.export_key, contradiction.id)
       } AS contradictions,
       COLLECT {
         MATCH (counter:Counter {memory: it.id})
           USING INDEX SEEK counter:Counter(memory)
         WHERE counter.tenant = $tenant
         RETURN counter {.confirmations, .doubt, .last_confirmed_at}
       }[0] AS counter,
       COLLECT {
         MATCH (sample:Sample {tenant: $tenant, memory: it.id})
           USING INDEX SEEK sample:Sample(tenant, memory)
         RETURN sample {.extractor, .stated, .drawn_at, .correct, .marked_at, .actor}
       }[0] AS sample,
       COLLECT {
         MATCH (old:Memory)-[gave:SUPERSEDED_BY {tenant: $tenant, system_to: $forever}]->(it)
         WHERE gave.reason = 'CORRECTION'
           AND gave.system_from = it.recorded_at
           AND old.retired_at = it.recorded_at
           AND old.retired_reason = 'correct'
         RETURN old {.id, named: old.key}
       }[0] AS replaces,
       COLLECT {
         MATCH (line:Audit {tenant: $tenant, subject: it.id})
           USING INDEX SEEK line:Audit(tenant, subject)
         WHERE line.at = it.recorded_at
         RETURN line {.action, .actor, .reason}
         ORDER BY line.reason IS NULL, line.action
       }[0] AS said
