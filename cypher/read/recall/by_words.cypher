// The memories of a tenant that were claims at a system time and have some words, the best first.
//
// The index finds the words among all tenants' memories; the tenant is one of the words that it must
// find, and is compared again.
//
// access  read
// param   tenant     STRING
// param   scopes     LIST<STRING>    that are seen; null for all
// param   words      STRING          the search, in the index's own language
// param   system_at  ZONED DATETIME
// param   limit      INTEGER         of what the index finds
// param   first      INTEGER         of those that are the tenant's
// column  seen       INTEGER         how many the index found
// column  found      LIST<MAP>       id
CYPHER 25
CALL db.index.fulltext.awaitEventuallyConsistentIndexRefresh()
CALL db.index.fulltext.queryNodes('memory_words', $words, {limit: $limit})
  YIELD node AS memory, score
WITH memory, score
ORDER BY score DESC, memory.id
WITH collect(memory) AS found
RETURN size(found) AS seen,
       [memory IN found
        WHERE memory.tenant = $tenant
          AND ($scopes IS NULL OR coalesce(memory.scope, '') IN $scopes)
          AND memory.admitted_at <= $system_at
          AND memory.retired_at > $system_at
        | memory {.id}][..$first] AS found
