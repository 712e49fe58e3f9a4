// Lock a slot and give everything that a change to it must know.
//
// The parent is locked before the value's slot, so that writers of a many-valued attribute meet in
// one order. After the locks: the newest live claims (one more than a window, to tell whether there
// are others), the beliefs known now, and the rivals among them: those that hold another value
// during the new claim's interval, or for a negative claim its own. That is the detection of
// contradictions; what they mean is decided by the projection.
//
// access  write
// param   tenant       STRING
// param   parent       STRING
// param   slot         STRING
// param   entity       STRING
// param   attribute    STRING
// param   context      STRING
// param   scope        STRING
// param   nameless     STRING          where negative claims without a value stand: the parent, or nowhere
// param   canonical    STRING          the new claim's value; null when it names none
// param   negative     BOOLEAN
// param   start        ZONED DATETIME  of the new claim
// param   end          ZONED DATETIME  of the new claim
// param   dawn         ZONED DATETIME  the start of time
// param   limit        INTEGER         claims at most
// param   receipt      STRING          key of the operation, if it has one
// param   rejection    STRING          key of the value's rejection in this slot
// param   forever      ZONED DATETIME  the end of time
// column  registry     INTEGER         version of the tenant's registry
// column  known        BOOLEAN         whether the entity exists
// column  system_last  ZONED DATETIME  of the last change to the slot
// column  receipt      MAP             the first result of the same operation
// column  contested    BOOLEAN         whether a contradiction in the slot waits for an answer
// column  rejected     STRING          id of the rejection that stands against the value
// column  claims       LIST<MAP>
// column  beliefs      LIST<MAP>       those that end after the oldest of the claims starts
CYPHER 25
MERGE (parent:Slot {key: $parent})
  ON CREATE SET parent.tenant = $tenant, parent.parent = $parent, parent.entity = $entity,
                parent.attribute = $attribute, parent.context = $context, parent.scope = $scope
SET parent.locked = true
WITH parent
CALL (parent) {
  WHEN $slot = $parent THEN {
    RETURN parent AS slot
  }
  ELSE {
    MERGE (slot:Slot {key: $slot})
      ON CREATE SET slot.tenant = $tenant, slot.parent = $parent, slot.entity = $entity,
                    slot.attribute = $attribute, slot.context = $context, slot.scope = $scope
    SET slot.locked = true
    RETURN slot
  }
}
CALL (slot) {
  MATCH (claim:Memory {tenant: $tenant})
  WHERE claim.slot IN [slot.key, $nameless] AND claim.retired_at = $forever AND claim.start < $forever
  WITH claim
  ORDER BY claim.start DESC
  LIMIT $limit
  RETURN collect(claim {
           .id, .canonical, .value, .typed, .target, .negative, .start, .end, .stated, .precision,
           .precision_to, .vouched_until, .said_at, .placed_at, .ordinal, .expires_at, .confidence,
           .authority, .speaker, .holds_from, .holds_to,
           heir: head([(claim)-[gave:SUPERSEDED_BY {tenant: $tenant, system_to: $forever}]->(heir) |
                       [heir.id, gave.reason]])
         }) AS claims
}
WITH slot, claims, CASE WHEN size(claims) < $limit THEN $dawn ELSE claims[-1].start END AS since
CALL (slot, since) {
  CALL (slot, since) {
    MATCH ()-[belief:ATTRIBUTE {tenant: $tenant, slot: slot.key, system_to: $forever}]->()
    WHERE belief.valid_to > since
    RETURN belief
    UNION ALL
    MATCH ()-[belief:RELATION {tenant: $tenant, slot: slot.key, system_to: $forever}]->()
    WHERE belief.valid_to > since
    RETURN belief
  }
  RETURN collect(belief {
           .*,
           rival: belief.valid_from < $end AND belief.valid_to > $start
                  AND (belief.canonical <> $canonical) <> $negative
         }) AS beliefs
}
OPTIONAL MATCH (tenant:Tenant {tenant: $tenant})
OPTIONAL MATCH (entity:Entity {tenant: $tenant, id: $entity})
OPTIONAL MATCH (receipt:Receipt {tenant: $tenant, key: $receipt})
OPTIONAL MATCH (rejection:Rejection {tenant: $tenant, key: $rejection, lifted_at: $forever})
WITH tenant, entity, slot, receipt, claims, beliefs, head(collect(rejection.id)) AS rejected
RETURN coalesce(tenant.registry, 0) AS registry,
       entity IS NOT NULL AS known,
       slot.system_last AS system_last,
       properties(receipt) AS receipt,
       EXISTS {
         MATCH (doubt:Contradiction {open_parent: $parent, tenant: $tenant})
         WHERE doubt.slot IN [$slot, $parent]
       } AS contested,
       rejected,
       claims,
       beliefs
