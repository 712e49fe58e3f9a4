// What a claim meets in its slot: the live claims, the beliefs known now, and the claim's rivals.
//
// This is the detection of contradictions. A rival is a belief known now that meets the claim's
// interval and holds another value; of a negative claim, one that holds its own, or any if it names
// none. A belief of the claim's own value that meets or touches its interval is a rival too, unless it
// holds over just that one: the claim may restate its dates. Without a rival and a rejection there is
// no contradiction.
//
// The newest claims come, one more than a window, which tells whether there are others.
//
// The entities are locked before anything is read. Every writer locks them, so what is read is whole
// (of a transaction that is just being applied, a reader without a lock may see a part) and stays
// as it is until this transaction ends.
//
// access  write
// param   tenant       STRING
// param   parent       STRING
// param   slot         STRING
// param   entity       STRING
// param   scope        STRING
// param   entities     LIST<STRING>    those to lock
// param   leading      LIST<STRING>    the slot, if its claims lead to entities, which are locked too
// param   nameless     STRING          where negative claims without a value stand
// param   canonical    STRING          the new claim's value, empty when it names none
// param   negative     BOOLEAN
// param   start        ZONED DATETIME  of the new claim
// param   end          ZONED DATETIME  of the new claim
// param   dawn         ZONED DATETIME  the start of time
// param   limit        INTEGER         claims at most
// param   receipt      STRING          key of the operation, if it has one
// param   rejections   LIST<STRING>    by which rejections of the value are found, at both ends
// param   forever      ZONED DATETIME  the end of time
// column  registry     INTEGER         version of the tenant's registry
// column  known        BOOLEAN         whether the entity exists, in the scope or the common one
// column  identity     INTEGER         how often the entity's identity, or its consents, have changed
// column  consents     LIST<STRING>    those that stand for the entity; null if there are none
// column  names        LIST<LIST<STRING>>  id and name of each of the entities asked for
// column  absorbed     BOOLEAN         whether another entity stands for one of those locked
// column  unfinished   STRING          an absorbed entity whose merge or split has claims left to be
//                                      moved, if one of those locked stands for it; else null
// column  system_last  ZONED DATETIME  of the last change to the slot
// column  many         BOOLEAN         whether each value has a slot of its own here; null if unknown
// column  other        STRING          the form of its claims' other end, if they have one
// column  revision     INTEGER         how often the slot has changed
// column  answered_at  ZONED DATETIME  up to when an answer has settled its changes
// column  above        INTEGER         how often its parent has
// column  receipt      MAP             the first result of the same operation
// column  contested    BOOLEAN         whether a contradiction in the slot waits for an answer
// column  rejected     LIST<MAP>       id, key, canonical: the rejections that stand there
// column  claims       LIST<MAP>
// column  beliefs      LIST<MAP>       those that end after the oldest of the claims, or the new one, starts
// column  rivals       LIST<STRING>    ids of some of them
CYPHER 25 replan=skip
CALL () {
  CALL () {
    UNWIND $leading AS slot
    MATCH (claim:Memory {tenant: $tenant, slot: slot, retired_at: $forever})
      USING INDEX SEEK claim:Memory(slot, retired_at, start)
    WHERE claim.start < $forever
    WITH claim
    ORDER BY claim.start DESC
    LIMIT $limit
    RETURN collect(claim.canonical) AS led
  }
  UNWIND $entities + led AS id
  WITH DISTINCT id
  ORDER BY id
  MATCH (entity:Entity {tenant: $tenant, id: id})
    USING INDEX SEEK entity:Entity(id)
  REMOVE entity.checksum
  RETURN collect(entity) AS locked
}
CALL (locked) {
  OPTIONAL MATCH (slot:Slot {key: $slot, tenant: $tenant})
    USING INDEX SEEK slot:Slot(tenant, key)
  OPTIONAL MATCH (parent:Slot {key: $parent, tenant: $tenant})
    USING INDEX SEEK parent:Slot(tenant, key)
  RETURN slot, parent
}
CALL (slot) {
  MATCH (claim:Memory {tenant: $tenant})
    USING INDEX SEEK claim:Memory(slot, retired_at, start)
  WHERE claim.slot IN [$slot, $nameless] AND claim.retired_at = $forever AND claim.start < $forever
  WITH claim
  ORDER BY claim.start DESC
  LIMIT $limit
  RETURN collect(claim {
           .id, .canonical, .value, .typed, .target, .negative, .start, .end, .stated, .precision,
           .precision_to, .offset, .offset_to, .vouched_until, .said_at, .placed_at, .ordinal, .expires_at, .confidence,
           .authority, .speaker, .context, .start_unknown, .end_unknown, .holds_from, .holds_to,
           successor: head([(claim)-[gave:SUPERSEDED_BY {tenant: $tenant, system_to: $forever}]->(successor) |
                       [successor.id, gave.reason]])
         }) AS claims
}
WITH locked, slot, parent, claims, CASE WHEN size(claims) < $limit THEN $dawn ELSE claims[-1].start END AS oldest
WITH locked, slot, parent, claims, CASE WHEN $start < oldest THEN $start ELSE oldest END AS since
CALL (slot, since) {
  MATCH ()-[belief:BELIEF {tenant: $tenant, slot: $slot, system_to: $forever}]->()
    USING INDEX SEEK belief:BELIEF(slot, system_to, valid_to)
  WHERE belief.valid_to >= since
  RETURN collect(properties(belief)) AS beliefs
}
WITH locked, slot, parent, claims, beliefs,
     [held IN beliefs
      WHERE held.valid_to >= $start AND held.valid_from <= $end
        AND CASE
          WHEN $negative THEN $canonical IN ['', held.canonical]
                              AND held.valid_to > $start AND held.valid_from < $end
          WHEN held.canonical <> $canonical THEN held.valid_to > $start AND held.valid_from < $end
          ELSE held.valid_from <> $start OR held.valid_to <> $end
        END |
      held.id] AS rivals
OPTIONAL MATCH (tenant:Tenant {tenant: $tenant})
  USING INDEX SEEK tenant:Tenant(tenant)
OPTIONAL MATCH (entity:Entity {tenant: $tenant, id: $entity})
  USING INDEX SEEK entity:Entity(id)
WHERE coalesce(entity.scope, '') IN ['', $scope]
OPTIONAL MATCH (receipt:Receipt {tenant: $tenant, key: $receipt})
  USING INDEX SEEK receipt:Receipt(key)
OPTIONAL MATCH (rejection:Rejection {tenant: $tenant, lifted_at: $forever})
  USING INDEX SEEK rejection:Rejection(found_by)
WHERE rejection.found_by IN $rejections
WITH locked, tenant, entity, slot, parent, receipt, claims, beliefs, rivals,
     collect(rejection { .id, .key, .canonical }) AS rejected
RETURN coalesce(tenant.registry, 0) AS registry,
       entity IS NOT NULL AS known,
       coalesce(entity.identity, 0) AS identity,
       entity.consents AS consents,
       [one IN locked WHERE one.id IN $entities | [one.id, one.name]] AS names,
       EXISTS {
         UNWIND locked AS one
         MATCH (one)-[same:SAME_AS]->()
         WHERE same.tenant = $tenant AND same.system_to = $forever
       } AS absorbed,
       head([one IN locked WHERE one.unfinished IS NOT NULL | one.unfinished[0]]) AS unfinished,
       slot.system_last AS system_last,
       parent.many AS many,
       parent.other AS other,
       coalesce(slot.revision, 0) AS revision,
       slot.answered_at AS answered_at,
       coalesce(parent.revision, 0) AS above,
       properties(receipt) AS receipt,
       EXISTS {
         MATCH (contradiction:Contradiction {open_parent: $parent, tenant: $tenant})
           USING INDEX SEEK contradiction:Contradiction(open_parent)
         WHERE contradiction.slot IN [$slot, $parent]
       } AS contested,
       rejected,
       claims,
       beliefs,
       rivals
