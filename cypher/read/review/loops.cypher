// Slots of a tenant that kept changing between values, out of a page of its slots.
//
// Only what holds one value at a time can, so the slots of single values are passed over. A change
// is where one value gives way to another that an open claim brings in; as many of them as are
// asked for, within less than so many days, make a loop.
//
// access  read
// scans   a page, in the order of the index
// param   tenant    STRING
// param   scopes    LIST<STRING>    that are seen; null for all
// param   after     STRING          key of the last slot seen; empty to begin
// param   limit     INTEGER         slots in a page
// param   volatile  LIST<STRING>    attributes that are expected to change
// param   span      INTEGER         microseconds within which they lie
// param   least     INTEGER         changes
// param   forever   ZONED DATETIME  the end of time
// column  last      STRING          key of the last slot of the page; null behind the end
// column  loops     LIST<MAP>       slot, entity, attribute, context, answered (up to when an answer has settled
//                                   its changes, or null), waits (whether a contradiction of it waits),
//                                   relation, changes, first, last, values
CYPHER 25
CALL () {
  MATCH (slot:Slot)
    USING INDEX SEEK slot:Slot(tenant, key)
  WHERE slot.tenant = $tenant
    AND slot.key > $after
    AND ($scopes IS NULL OR coalesce(slot.scope, '') IN $scopes)
  RETURN slot
  ORDER BY slot.tenant, slot.key
  LIMIT $limit
}
OPTIONAL CALL (slot) {
  WITH slot
  WHERE slot.key = slot.parent AND slot.revision > 0 AND NOT slot.attribute IN $volatile
  MATCH ()-[belief:BELIEF {tenant: $tenant, slot: slot.key, system_to: $forever}]->()
    USING INDEX SEEK belief:BELIEF(slot, system_to, valid_to)
  WHERE belief.valid_to <= $forever
  WITH belief
  ORDER BY belief.valid_from
  WITH collect(belief) AS beliefs
  WHERE size(beliefs) > $least
  WITH [n IN range(1, size(beliefs) - 1)
        WHERE beliefs[n].open_by AND beliefs[n].valid_from = beliefs[n - 1].valid_to
          AND beliefs[n].canonical <> beliefs[n - 1].canonical |
        {at: beliefs[n].valid_from, relation: beliefs[n].target IS NOT NULL,
         from: coalesce(beliefs[n - 1].value, beliefs[n - 1].target),
         to: coalesce(beliefs[n].value, beliefs[n].target)}] AS changes
  WITH changes,
       [n IN range(0, size(changes) - $least) WHERE changes[n + $least - 1].at < changes[n].at + duration({microseconds: $span})]
         AS dense
  WHERE size(dense) > 0
  RETURN [n IN range(0, size(changes) - 1)
          WHERE any(d IN dense WHERE d <= n AND n < d + $least) | changes[n]] AS found
}
RETURN max(slot.key) AS last,
       collect(
         CASE WHEN found IS NULL THEN null ELSE {
           slot: slot.key, entity: slot.entity, attribute: slot.attribute, context: slot.context,
           answered: slot.answered_at,
           waits: EXISTS {
             MATCH (contradiction:Contradiction {open_parent: slot.parent})
               USING INDEX SEEK contradiction:Contradiction(open_parent)
             WHERE contradiction.tenant = $tenant
           },
           relation: found[0].relation, changes: size(found), first: found[0].at, last: found[-1].at,
           values: [found[0].from] + [change IN found | change.to]
         } END
       ) AS loops
