// Pairs of live claims of a tenant that contradict each other, a page of them.
//
// Two claims of one slot do where their intervals meet and they say different values, or one denies
// what the other says. Which of them is believed, and since when, is another matter. A pair stands
// at the claim that was recorded later; of claims of one moment, that took its place in the slot later.
//
// access  read
// scans   the claims of the tenant, in the order of recording, until the page is full
// param   tenant    STRING
// param   after_at  ZONED DATETIME  when the later claim of the last pair seen was recorded
// param   after     LIST<ANY>       that, its id, and the same of the earlier claim
// param   limit     INTEGER
// param   forever   ZONED DATETIME  the end of time
// column  pair      MAP             later, earlier, entity, attribute, context, start, end, key
CYPHER 25
MATCH (later:Memory)
  USING INDEX SEEK later:Memory(tenant, recorded_at, id)
WHERE later.tenant = $tenant
  AND later.recorded_at >= $after_at
  AND later.id IS NOT NULL
  AND later.retired_at = $forever
  AND later.slot IS NOT NULL
CALL (later) {
  WITH later, CASE WHEN later.expires_at < later.end THEN later.expires_at ELSE later.end END AS until
  UNWIND [later.slot, later.parent] + CASE
    WHEN later.canonical IS NULL THEN COLLECT {
      MATCH (slot:Slot)
        USING INDEX SEEK slot:Slot(parent)
      WHERE slot.parent = later.parent AND slot.tenant = $tenant
      RETURN slot.key
    }
    ELSE []
  END AS key
  WITH DISTINCT later, until, key
  MATCH (earlier:Memory)
    USING INDEX SEEK earlier:Memory(slot, retired_at, start)
  WHERE earlier.slot = key
    AND earlier.retired_at = $forever
    AND earlier.start < until
    AND earlier.tenant = $tenant
  WITH later, earlier, until,
       CASE WHEN earlier.expires_at < earlier.end THEN earlier.expires_at ELSE earlier.end END AS till,
       [later.recorded_at, later.id, earlier.recorded_at, earlier.id] AS place
  WHERE till > later.start
    AND [earlier.recorded_at, coalesce(earlier.ordinal, 0), earlier.id]
        < [later.recorded_at, coalesce(later.ordinal, 0), later.id]
    AND place > $after
    AND CASE
      WHEN earlier.negative AND later.negative THEN false
      WHEN earlier.negative THEN coalesce(earlier.canonical = later.canonical, true)
      WHEN later.negative THEN coalesce(earlier.canonical = later.canonical, true)
      ELSE earlier.canonical <> later.canonical
    END
  RETURN earlier, place,
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
