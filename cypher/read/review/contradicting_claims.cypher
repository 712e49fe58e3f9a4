// Pairs of live claims of a tenant that contradict each other, a page of them.
//
// Two claims of one slot do where their intervals meet and they say different values, or one denies
// what the other says; at either end, where the relation has another. Which of them is believed, and since when, is another matter. A pair stands
// at the claim that was recorded later; of claims of one moment, that took its place in the slot later.
//
// access  read
// scans   the claims of the tenant, in the order of recording, until the page is full
// param   tenant    STRING
// param   scopes    LIST<STRING>    that are seen; null for all
// param   after_at  ZONED DATETIME  when the later claim of the last pair seen was recorded
// param   after     LIST<ANY>       that, its id, and the same of the earlier claim
// param   limit     INTEGER
// param   forever   ZONED DATETIME  the end of time
// column  pair      MAP             later, earlier, entity, attribute, context, start, end, key
CYPHER 25
MATCH (later:Memory)
  USING INDEX SEEK later:Memory(tenant, recorded_at, id)
WHERE later.tenant = $tenant
  AND ($scopes IS NULL OR coalesce(later.scope, '') IN $scopes)
  AND later.recorded_at >= $after_at
  AND later.id IS NOT NULL
  AND later.retired_at = $forever
  AND later.slot IS NOT NULL
CALL (later) {
  WITH later,
       CASE
         WHEN later.end_unknown AND NOT coalesce(later.negative, false) THEN coalesce(later.holds_to, later.start)
         WHEN later.expires_at < later.end THEN later.expires_at
         ELSE later.end
       END AS until
  UNWIND [{key: later.slot, says: later.canonical}, {key: later.parent, says: later.canonical}]
    + CASE
      WHEN later.canonical IS NULL THEN COLLECT {
        MATCH (slot:Slot)
          USING INDEX SEEK slot:Slot(parent)
        WHERE slot.parent = later.parent AND slot.tenant = $tenant
        RETURN {key: slot.key, says: null}
      }
      WHEN later.other_slot IS NOT NULL THEN COLLECT {
        MATCH (own:Slot {tenant: $tenant, key: later.slot})
          USING INDEX SEEK own:Slot(tenant, key)
        UNWIND [later.other_slot, later.other_parent] AS there
        RETURN {key: there, says: own.entity}
      }
      ELSE []
    END AS seen
  WITH DISTINCT later, until, seen
  CALL (later, until, seen) {
    MATCH (earlier:Memory)
      USING INDEX SEEK earlier:Memory(slot, retired_at, start)
    WHERE earlier.slot = seen.key
      AND earlier.retired_at = $forever
      AND earlier.start < until
      AND earlier.tenant = $tenant
    RETURN earlier, earlier.canonical AS held
    UNION
    WITH later, until, seen
    WHERE later.other_slot IS NOT NULL OR later.canonical IS NULL
    MATCH (earlier:Memory)
      USING INDEX SEEK earlier:Memory(other_slot, retired_at)
    WHERE earlier.other_slot = seen.key
      AND earlier.retired_at = $forever
      AND earlier.start < until
      AND earlier.tenant = $tenant
    MATCH (made:Slot {tenant: $tenant, key: earlier.slot})
      USING INDEX SEEK made:Slot(tenant, key)
    RETURN earlier, made.entity AS held
  }
  WITH later, earlier, until, seen.says AS says, held,
       CASE
         WHEN earlier.end_unknown AND NOT coalesce(earlier.negative, false)
           THEN coalesce(earlier.holds_to, earlier.start)
         WHEN earlier.expires_at < earlier.end THEN earlier.expires_at
         ELSE earlier.end
       END AS till,
       [later.recorded_at, later.id, earlier.recorded_at, earlier.id] AS place
  WHERE till > later.start
    AND [earlier.recorded_at, coalesce(earlier.ordinal, 0), earlier.id]
        < [later.recorded_at, coalesce(later.ordinal, 0), later.id]
    AND place > $after
    AND CASE
      WHEN earlier.negative AND later.negative THEN false
      WHEN earlier.negative THEN coalesce(held = says, true)
      WHEN later.negative THEN coalesce(held = says, true)
      ELSE held <> says
    END
  RETURN DISTINCT earlier, place,
         CASE WHEN earlier.start > later.start THEN earlier.start ELSE later.start END AS since,
         CASE WHEN till < until THEN till ELSE until END AS end
}
WITH later, earlier, place, since, end
ORDER BY later.tenant, later.recorded_at, later.id, earlier.recorded_at, earlier.id
LIMIT $limit
RETURN {
         later: later.id, earlier: earlier.id, entity: later.entity, attribute: later.attribute,
         context: later.context, start: since, end: end, key: place
       } AS pair
