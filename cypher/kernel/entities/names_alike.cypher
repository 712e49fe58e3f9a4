// The identities that bear a name with some of these words, those with the most of them first.
//
// The index finds the words among all tenants' names; the tenant is one of the words that it must
// find, and is compared again.
//
// access  read
// param   tenant   STRING
// param   scopes   LIST<STRING>    that are seen; null for all
// param   words    STRING          the search, in the index's own language
// param   limit    INTEGER
// param   forever  ZONED DATETIME  the end of time
// column  id       STRING          the entity that stands for the identity
CYPHER 25
CALL db.index.fulltext.awaitEventuallyConsistentIndexRefresh()
CALL db.index.fulltext.queryNodes('name_words', $words, {limit: $limit}) YIELD node AS name, score
WHERE name.tenant = $tenant
MATCH (name)-[leads:NAMES]->(entity:Entity)
WHERE leads.tenant = $tenant
  AND entity.tenant = $tenant
  AND ($scopes IS NULL OR coalesce(entity.scope, '') IN $scopes)
CALL (entity) {
  MATCH (entity) (()-[same:SAME_AS WHERE same.tenant = $tenant AND same.system_to = $forever]->()){0,}
        (stands:Entity)
  WHERE NOT EXISTS {
    MATCH (stands)-[onward:SAME_AS]->()
    WHERE onward.tenant = $tenant AND onward.system_to = $forever
  }
  RETURN stands
}
WITH stands.id AS id, max(score) AS best
RETURN id
ORDER BY best DESC, id
LIMIT $limit
