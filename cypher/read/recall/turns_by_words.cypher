// The turns of a tenant that have some words, the best first, each with the turn after it.
//
// The index finds the words among all tenants' turns; the tenant is one of the words that it must
// find, and is compared again.
//
// access  read
// param   tenant       STRING
// param   scopes       LIST<STRING>    that are seen; null for all
// param   words        STRING          the search, in the index's own language
// param   system_at    ZONED DATETIME  only what was recorded by then
// param   limit        INTEGER         of what the index finds
// param   first        INTEGER         of those that are the tenant's
// column  seen         INTEGER         how many the index found
// column  found        LIST<MAP>       id, topic, kind: of its source, score: BM25; next, next_topic,
//                                      next_kind, next_length: of the turn after, characters of its
//                                      text; null after the last one
CYPHER 25
CALL db.index.fulltext.awaitEventuallyConsistentIndexRefresh()
CALL db.index.fulltext.queryNodes('turn_words', $words, {limit: $limit})
  YIELD node AS turn, score
WITH turn, score
ORDER BY score DESC, turn.id
WITH collect({turn: turn, score: score}) AS found
WITH size(found) AS seen,
     [one IN found
      WHERE one.turn.tenant = $tenant
        AND ($scopes IS NULL OR coalesce(one.turn.scope, '') IN $scopes)
        AND one.turn.recorded_at <= $system_at][..$first] AS own
CALL (own) {
  UNWIND own AS one
  WITH one.turn AS turn, one.score AS score
  OPTIONAL CALL (turn) {
    MATCH (next:Episode)
      USING INDEX SEEK next:Episode(tenant, session, occurred_at)
    WHERE next.tenant = $tenant
      AND ($scopes IS NULL OR coalesce(next.scope, '') IN $scopes)
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
  WITH turn, score, next
  ORDER BY score DESC, turn.id
  RETURN collect({
    id: turn.id,
    topic: turn.topic,
    kind: turn.source_kind,
    score: score,
    next: next.id,
    next_topic: next.topic,
    next_kind: next.source_kind,
    next_length: size(next.text)
  }) AS found
}
RETURN seen, found
