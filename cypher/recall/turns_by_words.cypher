// The turns of a tenant that have some words, the best first, each with the turn after it.
//
// The index finds the words among all tenants' turns; the tenant is one of the words that it must
// find, and is compared again.
//
// access  read
// param   tenant       STRING
// param   words        STRING          the search, in the index's own language
// param   system_at    ZONED DATETIME  only what was recorded by then
// param   limit        INTEGER         of what the index finds
// param   first        INTEGER         of those that are the tenant's
// column  seen         INTEGER         how many the index found
// column  id           STRING          null where none is the tenant's
// column  topic        STRING
// column  kind         STRING          of its source
// column  score        FLOAT           BM25
// column  next         STRING          null after the last turn of a session
// column  next_topic   STRING
// column  next_kind    STRING
// column  next_length  INTEGER         characters of its text
CYPHER 25
CALL db.index.fulltext.queryNodes('turn_words', $words, {limit: $limit})
  YIELD node AS turn, score
WITH turn, score
ORDER BY score DESC, turn.id
WITH collect({turn: turn, score: score}) AS found
WITH size(found) AS seen,
     [one IN found
      WHERE one.turn.tenant = $tenant
        AND one.turn.recorded_at <= $system_at][..$first] AS own
UNWIND CASE WHEN own = [] THEN [null] ELSE own END AS one
WITH seen, one.turn AS turn, one.score AS score
OPTIONAL CALL (turn) {
  MATCH (next:Episode)
    USING INDEX SEEK next:Episode(tenant, session, occurred_at)
  WHERE next.tenant = $tenant
    AND next.session = turn.session
    AND next.occurred_at >= turn.occurred_at
    AND next.ordinal IS NOT NULL
    AND next.recorded_at <= $system_at
    AND (next.occurred_at > turn.occurred_at
         OR next.recorded_at > turn.recorded_at
         OR (next.recorded_at = turn.recorded_at AND next.ordinal > turn.ordinal))
  RETURN next
  ORDER BY next.occurred_at, next.recorded_at, next.ordinal
  LIMIT 1
}
RETURN seen,
       turn.id AS id,
       turn.topic AS topic,
       turn.source_kind AS kind,
       score,
       next.id AS next,
       next.topic AS next_topic,
       next.source_kind AS next_kind,
       size(next.text) AS next_length
ORDER BY score DESC, id
