// The turns of a session around each of some episodes, in the order they were said; each turn once,
// with the numbers of the episodes that it stands around.
//
// A turn is a message; the episode that a record brought as its evidence stands around itself only.
//
// access  read
// param   tenant    STRING
// param   scopes    LIST<STRING>   that are seen; null for all
// param   wanted    LIST<MAP>      id, and how many turns before and after
// param   limit     INTEGER        of turns on one side
// column  episode   MAP
// column  numbers   LIST<INTEGER>  places in wanted
CYPHER 25
UNWIND range(0, size($wanted) - 1) AS number
WITH number, $wanted[number] AS row
MATCH (here:Episode {id: row.id})
  USING INDEX SEEK here:Episode(id)
WHERE here.tenant = $tenant
  AND ($scopes IS NULL OR coalesce(here.scope, '') IN $scopes)
CALL (here) {
  MATCH (turn:Episode {tenant: $tenant, session: here.session})
    USING INDEX SEEK turn:Episode(tenant, session, occurred_at)
  WHERE turn.occurred_at <= here.occurred_at
    AND turn.id <> here.id
    AND turn.ordinal IS NOT NULL
    AND ($scopes IS NULL OR coalesce(turn.scope, '') IN $scopes)
    AND (turn.occurred_at < here.occurred_at
         OR turn.recorded_at < here.recorded_at
         OR (turn.recorded_at = here.recorded_at AND turn.ordinal < here.ordinal))
  WITH turn
  ORDER BY turn.tenant DESC, turn.session DESC, turn.occurred_at DESC,
           turn.recorded_at DESC, turn.ordinal DESC
  LIMIT $limit
  RETURN collect(turn) AS earlier
}
CALL (here) {
  MATCH (turn:Episode {tenant: $tenant, session: here.session})
    USING INDEX SEEK turn:Episode(tenant, session, occurred_at)
  WHERE turn.occurred_at >= here.occurred_at
    AND turn.id <> here.id
    AND turn.ordinal IS NOT NULL
    AND ($scopes IS NULL OR coalesce(turn.scope, '') IN $scopes)
    AND (turn.occurred_at > here.occurred_at
         OR turn.recorded_at > here.recorded_at
         OR (turn.recorded_at = here.recorded_at AND turn.ordinal > here.ordinal))
  WITH turn
  ORDER BY turn.tenant, turn.session, turn.occurred_at, turn.recorded_at, turn.ordinal
  LIMIT $limit
  RETURN collect(turn) AS later
}
UNWIND earlier[..row.before] + [here] + later[..row.after] AS turn
WITH turn, collect(number) AS numbers
RETURN properties(turn) AS episode,
       numbers
ORDER BY turn.occurred_at, turn.recorded_at, turn.ordinal, turn.id
